//! The limits of the server, reached from both sides.

#[allow(dead_code, reason = "each test file uses a part")]
mod client;

use client::Client;
use serde_json::json;

#[test]
fn the_size_of_a_request() {
    let client = Client::start();
    let send = |size: usize| {
        let mut body = json!({"position": "2x2/1\n1.\n..\n"}).to_string();
        body.push_str(&" ".repeat(size - body.len()));
        let host = format!("127.0.0.1:{}", client.port);
        let headers = [
            ("host", host.as_str()),
            ("content-type", "application/json"),
        ];
        client.raw("POST", "/api/analyse", &headers, body.as_bytes())
    };
    assert_eq!(send(512 * 1024).status, 200);
    assert_eq!(send(512 * 1024 + 1).status, 413);
}

#[test]
fn the_number_of_sessions() {
    let client = Client::start();
    let open = || {
        let opened = client.post("/api/sessions", json!({"game": "nim"})).json();
        opened["id"].as_str().expect("an id").to_owned()
    };
    let show = |id: &str| client.get(&format!("/api/sessions/{id}")).status;
    let first = open();
    let second = open();
    for _ in 2..512 {
        open();
    }
    assert_eq!(show(&first), 200, "512 are kept");
    open();
    assert_eq!(show(&first), 200, "it was asked for last");
    assert_eq!(show(&second), 404, "it was idle longest");
}

#[test]
fn the_number_of_texts() {
    let client = Client::start();
    let keep = |number: usize| {
        let text = format!("role(a{number}).\n");
        let kept = client.post("/api/texts", json!({"kind": "rules", "text": text}));
        kept.json()["name"].as_str().expect("a name").to_owned()
    };
    let check = |name: &str| {
        let opened = client.post("/api/sessions", json!({"game": name}));
        opened.body.contains("role") || opened.body.contains("legal")
    };
    let first = keep(0);
    for number in 1..256 {
        keep(number);
    }
    assert!(check(&first), "256 are kept");
    keep(256);
    assert!(!check(&first), "the oldest made room");
}
