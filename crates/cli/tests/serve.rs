//! `stratalog serve`: says where it listens, answers, and ends on a signal.

mod harness;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

fn serve(args: &[&str]) -> (Child, String) {
    let mut child = harness::command()
        .arg("serve")
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("its output is read");
    BufReader::new(output)
        .read_line(&mut line)
        .expect("it says where it listens");
    (child, line)
}

#[test]
fn serve_prints_its_address_answers_and_ends_on_a_signal() {
    let (mut child, line) = serve(&["--port", "0", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&line).expect("one JSON object");
    let address = answer["address"].as_str().expect("an address");
    assert!(answer.get("token").is_none());
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("it listens");
    let request = format!("GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("it answers");
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    assert_eq!(harness::interrupt(&mut child), Some(0));
}

#[test]
fn serve_for_other_machines_prints_a_token() {
    let (mut child, line) = serve(&["--port", "0", "--host", "0.0.0.0", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&line).expect("one JSON object");
    let token = answer["token"].as_str().expect("a token");
    assert!(token.len() >= 32);
    assert_eq!(harness::interrupt(&mut child), Some(0));
}

#[test]
fn serve_refuses_an_address_that_is_not_its_own() {
    let refused = harness::stratalog(&["serve", "--host", "203.0.113.1", "--port", "0"]);
    assert_eq!(refused.code, 2);
}
