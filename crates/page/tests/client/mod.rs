//! A client of a server that runs in this process, and speaks HTTP by hand: the
//! tests send what no library would.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use stratalog::Stop;
use stratalog_page::{Options, Server};

/// A server that ends with the test, and how to reach it.
pub struct Client {
    pub port: u16,
    pub token: Option<String>,
    stop: Stop,
    server: Option<JoinHandle<()>>,
}

/// What the server answered.
pub struct Reply {
    pub status: u16,
    pub body: String,
    headers: Vec<(String, String)>,
}

impl Client {
    /// A server for this machine.
    pub fn start() -> Client {
        Client::of(Options {
            port: 0,
            ..Options::default()
        })
    }

    /// A server that keeps its runs in a folder.
    pub fn lasting(folder: &Path) -> Client {
        Client::of(Options {
            port: 0,
            state: Some(folder.to_owned()),
            ..Options::default()
        })
    }

    /// A server for other machines.
    pub fn shared() -> Client {
        Client::of(Options {
            port: 0,
            host: Some("0.0.0.0".to_owned()),
            ..Options::default()
        })
    }

    fn of(options: Options) -> Client {
        let server = Server::bind(&options).expect("a free port");
        let address = server.address().trim_end_matches('/').to_owned();
        let (_, port) = address.rsplit_once(':').expect("an address has a port");
        let port = port.parse().expect("a port is a number");
        let token = server.token().map(str::to_owned);
        let stop = Stop::default();
        let stopped = stop.clone();
        let server = std::thread::spawn(move || server.serve(&stopped).expect("it serves"));
        Client {
            port,
            token,
            stop,
            server: Some(server),
        }
    }

    pub fn get(&self, path: &str) -> Reply {
        let host = format!("127.0.0.1:{}", self.port);
        self.raw("GET", path, &[("host", &host)], b"")
    }

    pub fn post(&self, path: &str, body: Value) -> Reply {
        let host = format!("127.0.0.1:{}", self.port);
        let headers = [
            ("host", host.as_str()),
            ("content-type", "application/json"),
        ];
        self.raw("POST", path, &headers, body.to_string().as_bytes())
    }

    /// Sends a request as it is. The server may answer and close before it has
    /// read everything.
    pub fn raw(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let timeout = Some(Duration::from_secs(90));
        stream.set_read_timeout(timeout).expect("a timeout");
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Reply::read(&String::from_utf8_lossy(&bytes))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.stop.request();
        if let Some(server) = self.server.take() {
            let _ = server.join();
        }
    }
}

impl Reply {
    fn read(text: &str) -> Reply {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let status = status.and_then(|status| status.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        Reply {
            status: status.unwrap_or_else(|| panic!("no reply but {text:?}")),
            headers: headers
                .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                .collect(),
            body: body.to_owned(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        let found = serde_json::from_str(&self.body);
        found.unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}
