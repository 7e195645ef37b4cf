//! `learn minesweeper` as a whole: on any number of threads, with examples from a
//! server of its own, with both killed on the way, and stopped by the user.

mod harness;

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use harness::{command, stratalog};
use serde_json::Value;
use tempfile::TempDir;

/// A small board, so that all of it takes seconds.
const BOARD: &str = "4x4/2";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn strategy(folder: &TempDir) -> PathBuf {
    folder.path().join("strategy.pl")
}

fn learner(out: &Path, more: &[&str]) -> Command {
    let mut command = command();
    command
        .args(["learn", "minesweeper", "--board", BOARD, "--games", "50"])
        .args(["--json", "--out"])
        .arg(out)
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn finished(learner: Child, code: i32) -> Value {
    let output = learner.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn learned(out: &Path, more: &[&str]) -> Value {
    finished(learner(out, more).spawn().expect("it starts"), 0)
}

/// What must not depend on threads, servers and kills.
fn essence(report: &Value) -> [&Value; 3] {
    ["clauses", "results", "deducible"].map(|key| &report[key])
}

/// A server that is killed when it is dropped.
struct Server(Child);

impl Server {
    fn start(address: &str) -> Server {
        let server = command()
            .args(["examples", "serve", "--board", BOARD, "--address", address])
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let server = Server(server);
        let started = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(started.elapsed() < Duration::from_secs(60), "no server");
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
fn wait_for_state(folder: &TempDir, learner: &mut Child) {
    let state = folder.path().join("strategy.pl.state");
    while !state.exists() {
        let ended = learner.try_wait().expect("it can be asked");
        assert!(ended.is_none(), "it ended without saving its state");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn threads_servers_and_kills_change_nothing() {
    let alone = folder();
    let whole = learned(&strategy(&alone), &["--threads", "1"]);
    let clauses = whole["clauses"].as_array().expect("a list");
    assert!(clauses.len() >= 4, "{clauses:?}");
    assert_eq!(whole["results"]["players"][0]["games"], 50);
    assert!(whole["results"]["needless_guesses"]["guesses"].is_u64());
    let two = learned(&strategy(&alone), &["--threads", "2"]);
    assert_eq!(essence(&whole), essence(&two));

    let apart = folder();
    let address = free_address();
    let from = ["--examples-from", &address];
    let server = Server::start(&address);
    let mut killed = learner(&strategy(&apart), &from)
        .spawn()
        .expect("it starts");
    wait_for_state(&apart, &mut killed);
    killed.kill().expect("it can be killed");
    killed.wait().expect("it is gone");
    assert!(!strategy(&apart).exists(), "it was not done yet");

    let resumed = learner(&strategy(&apart), &from)
        .spawn()
        .expect("it starts");
    drop(server);
    std::thread::sleep(Duration::from_millis(100));
    let server = Server::start(&address);
    let resumed = finished(resumed, 0);
    assert_eq!(essence(&whole), essence(&resumed));
    drop(server);
    let files = std::fs::read_dir(apart.path()).expect("the folder is there");
    assert_eq!(files.count(), 1, "only the strategy is left");
}

#[cfg(unix)]
#[test]
fn a_stopped_learner_says_what_it_has_and_resumes() {
    let whole_folder = folder();
    let whole = learned(&strategy(&whole_folder), &[]);
    let stopped_folder = folder();
    let mut stopped = learner(&strategy(&stopped_folder), &[])
        .spawn()
        .expect("it starts");
    wait_for_state(&stopped_folder, &mut stopped);
    let signal = Command::new("kill")
        .args(["-INT", &stopped.id().to_string()])
        .status();
    assert!(signal.expect("kill runs").success());
    let report = finished(stopped, 3);
    assert_eq!(report["ended"], "stopped");
    let resume = report["resume"].as_str().expect("it says how to resume");
    assert!(resume.contains("strategy.pl"), "{resume}");
    let resumed = learned(&strategy(&stopped_folder), &[]);
    assert_eq!(essence(&whole), essence(&resumed));
}

#[test]
fn as_published_labels_by_contents_and_says_so() {
    let folder = folder();
    let report = learned(&strategy(&folder), &["--as-published"]);
    assert_eq!(report["labels"], "contents");
    let english = report["english"].to_string();
    assert!(!english.contains("supposes"), "{english}");
    let text = std::fs::read_to_string(strategy(&folder)).expect("it is saved");
    assert!(text.contains("strategy(labels, contents)."), "{text}");
}

#[test]
fn a_path_that_cannot_be_written_is_refused() {
    let args = ["learn", "minesweeper", "--out", "/nowhere/strategy.pl"];
    let ran = stratalog(args).exits(2);
    assert!(ran.err.contains("/nowhere"), "{}", ran.err);
}
