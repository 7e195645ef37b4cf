//! No request makes the server fail or hang.

#[allow(dead_code, reason = "each test file uses a part")]
mod client;

use client::Client;
use serde_json::json;
use stratalog_fuzz::run;

/// A method and a path in the first line, the body in the others. `NOUGHTS` and
/// `MINES` are games in progress.
const REQUESTS: &[&str] = &[
    "GET /api/games\n",
    "GET /api/experiments\n",
    "GET /api/runs\n",
    "GET /api/sessions/NOUGHTS\n",
    "GET /api/texts/strategy-1.pl\n",
    "POST /api/sessions\n{\"game\": \"noughts-and-crosses\", \"moves\": [\"2,2\", \"1,1\"]}",
    "POST /api/sessions\n{\"game\": \"minesweeper\", \"board\": \"9x9/10\", \"seed\": 7,\n\
     \"first_move\": \"zero\"}",
    "POST /api/sessions/NOUGHTS/play\n{\"moves\": [\"2,2\"]}",
    "POST /api/sessions/NOUGHTS/undo\n{}",
    "POST /api/sessions/NOUGHTS/hint\n{\"player\": \"uct:20\"}",
    "POST /api/sessions/NOUGHTS/let\n{\"player\": \"minimax\"}",
    "POST /api/sessions/NOUGHTS/values\n{}",
    "POST /api/sessions/MINES/play\n{\"moves\": [\"1,1\", \"3,4\"]}",
    "POST /api/analyse\n{\"position\": \"3x4/2\\n1...\\n1...\\n....\\n\"}",
    "POST /api/mines/hint\n{\"position\": \"2x3/1\\n1..\\n1..\\n\",\n\"grade\": 4, \"flags\": [[1, 3]]}",
    "POST /api/mines/review\n{\"board\": \"4x4/3\", \"first_move\": \"safe\",\n\"seed\": 5,\n\
     \"moves\": [\"1,1\"]}",
    "POST /api/mines/no_guess\n{\"board\": \"4x4/2\", \"seed\": 5}",
    "POST /api/quiz/question\n{\"game\": \"nim\", \"seed\": 1}",
    "POST /api/rules/check\n{\"text\": \"role(a).\\ninit(n(1)).\\nlegal(a, go).\\n\
     next(n(2)) :- true(n(1)).\\nterminal :- true(n(2)).\\ngoal(a, 100).\\n\"}",
    "POST /api/texts\n{\"kind\": \"rules\", \"text\": \"role(a).\\n\"}",
    "POST /api/runs\n{\"verb\": \"solve\", \"game\": \"hexapawn\"}",
    "POST /api/runs/1/stop\n{}",
];

#[test]
fn every_request_is_answered_or_refused() {
    let client = Client::start();
    let host = format!("127.0.0.1:{}", client.port);
    let headers = [
        ("host", host.as_str()),
        ("content-type", "application/json"),
    ];
    let open = |game: &str| {
        let opened = client.post("/api/sessions", json!({"game": game})).json();
        opened["id"].as_str().expect("an id").to_owned()
    };
    let (noughts, mines) = (open("noughts-and-crosses"), open("minesweeper"));
    run("requests", REQUESTS, |text| {
        let text = text.replace("NOUGHTS", &noughts).replace("MINES", &mines);
        let (line, body) = text.split_once('\n').unwrap_or((&text, ""));
        let (method, path) = line.split_once(' ').unwrap_or(("GET", line));
        let reply = client.raw(method, path, &headers, body.as_bytes());
        assert!((200..500).contains(&reply.status), "{}", reply.status);
    });
    assert_eq!(client.get("/api/games").status, 200);
}
