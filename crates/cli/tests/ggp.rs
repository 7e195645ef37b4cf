//! `stratalog ggp`: says where it listens, answers, and ends on a signal.

mod harness;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

#[test]
fn ggp_prints_its_address_answers_and_ends_on_a_signal() {
    let mut child = harness::command()
        .args(["ggp", "--port", "0", "--player", "uct:10", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("its output is read");
    let read = BufReader::new(output).read_line(&mut line);
    read.expect("it says where it listens");
    let answer: serde_json::Value = serde_json::from_str(&line).expect("one JSON object");
    let address = answer["address"].as_str().expect("an address");
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("it listens");
    let request = "POST / HTTP/1.0\r\ncontent-length: 6\r\n\r\n(info)";
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("it answers");
    assert!(reply.ends_with("(status available))"), "{reply}");
    assert_eq!(harness::interrupt(&mut child), Some(0));
}

#[test]
fn ggp_refuses_players_that_do_not_exist_before_it_listens() {
    for (player, part) in [
        ("utc", "did you mean uct?"),
        ("uct:fast", "not a setting"),
        ("human", "person"),
        ("none.pl", "no strategy file"),
    ] {
        let refused = harness::stratalog(["ggp", "--port", "0", "--player", player]);
        assert!(refused.err.contains(part), "{player}: {}", refused.err);
        assert_eq!(refused.code, 2);
    }
}
