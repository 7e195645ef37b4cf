//! `learn minesweeper` as a whole: on any number of threads, with examples from a
//! server of its own, and with both killed on the way.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A small board, so that the whole of it takes seconds.
const BOARD: &str = "4x4/2";

/// A folder of this test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("stratalog-learning-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn strategy(&self) -> PathBuf {
        self.0.join("strategy.pl")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn learner(out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stratalog"));
    command
        .args(["learn", "minesweeper", "--board", BOARD, "--games", "50"])
        .args(["--json", "--out"])
        .arg(out)
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn finished(learner: Child) -> Value {
    let output = learner.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn learned(out: &Path, more: &[&str]) -> Value {
    finished(learner(out, more).spawn().expect("it starts"))
}

/// What must not depend on threads, servers and kills.
fn essence(report: &Value) -> [&Value; 3] {
    ["clauses", "results", "deducible"].map(|key| &report[key])
}

/// A server that is killed when it is dropped.
struct Server(Child);

impl Server {
    fn start(address: &str) -> Server {
        let server = Command::new(env!("CARGO_BIN_EXE_stratalog"))
            .args(["examples", "serve", "--board", BOARD, "--address", address])
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut server = Server(server);
        while TcpStream::connect(address).is_err() {
            let ended = server.0.try_wait().expect("it can be asked");
            assert!(ended.is_none(), "the server ended");
            std::thread::sleep(Duration::from_millis(10));
        }
        server
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("it is bound").to_string()
}

/// Waits until a learner has saved its state.
fn wait_for_state(folder: &Folder, learner: &mut Child) {
    let has_state = || {
        let files = std::fs::read_dir(&folder.0).expect("the folder is there");
        let mut names = files.flatten().map(|file| file.path());
        names.any(|path| path.extension().is_some_and(|end| end == "state"))
    };
    while !has_state() {
        let ended = learner.try_wait().expect("it can be asked");
        assert!(ended.is_none(), "it ended without saving its state");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn threads_servers_and_kills_change_nothing() {
    let alone = Folder::new("alone");
    let whole = learned(&alone.strategy(), &["--threads", "1"]);
    let clauses = whole["clauses"].as_array().expect("a list");
    assert!(clauses.len() >= 4, "{clauses:?}");
    assert_eq!(whole["results"][0]["games"], 50);
    let two = learned(&alone.strategy(), &["--threads", "2"]);
    assert_eq!(essence(&whole), essence(&two));

    let apart = Folder::new("apart");
    let address = free_address();
    let from = ["--examples-from", &address];
    let server = Server::start(&address);
    let mut killed = learner(&apart.strategy(), &from)
        .spawn()
        .expect("it starts");
    wait_for_state(&apart, &mut killed);
    killed.kill().expect("it can be killed");
    killed.wait().expect("it is gone");
    assert!(!apart.strategy().exists(), "it was not through yet");

    let resumed = learner(&apart.strategy(), &from)
        .spawn()
        .expect("it starts");
    drop(server);
    std::thread::sleep(Duration::from_millis(100));
    let server = Server::start(&address);
    let resumed = finished(resumed);
    assert_eq!(essence(&whole), essence(&resumed));
    drop(server);
    let left = std::fs::read_dir(&apart.0)
        .expect("the folder is there")
        .count();
    assert_eq!(left, 1, "only the strategy is left");
}
