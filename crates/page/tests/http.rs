//! The HTTP interface over a real socket: what each route answers, and that
//! malformed, oversized and hostile requests are refused with a reason.

#[allow(dead_code, reason = "each test file uses a part")]
mod client;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use client::Client;
use serde_json::{Value, json};

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn the_page_and_its_files_are_served_with_a_strict_policy() {
    let client = Client::start();
    let page = client.get("/");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<!doctype html>"));
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    for file in ["app.js", "style.css", "icon.svg"] {
        assert_eq!(client.get(&format!("/{file}")).status, 200, "{file}");
    }
    for path in [
        "/Cargo.toml",
        "/..%2f..%2fetc%2fpasswd",
        "/../etc/passwd",
        "/api",
        "/api/none",
    ] {
        assert_eq!(client.get(path).status, 404, "{path}");
    }
}

#[test]
fn requests_of_other_sites_and_other_host_names_are_refused() {
    let client = Client::start();
    let own = format!("127.0.0.1:{}", client.port);
    let site = format!("http://{own}");
    let get = |headers: &[(&str, &str)]| client.raw("GET", "/api/games", headers, b"").status;
    assert_eq!(get(&[("host", "evil.example")]), 403);
    assert_eq!(
        get(&[("host", &format!("evil.example:{}", client.port))]),
        403
    );
    assert_eq!(
        get(&[("host", &own), ("origin", "http://evil.example")]),
        403
    );
    assert_eq!(get(&[("host", &own), ("origin", "null")]), 403);
    assert_eq!(
        get(&[("host", &own), ("sec-fetch-site", "cross-site")]),
        403
    );
    assert_eq!(get(&[("host", &own), ("origin", &site)]), 200);
}

#[test]
fn a_form_of_another_site_cannot_post() {
    let client = Client::start();
    let own = format!("127.0.0.1:{}", client.port);
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        let headers = [("host", own.as_str()), ("content-type", kind)];
        let reply = client.raw("POST", "/api/sessions", &headers, br#"{"game":"nim"}"#);
        assert_eq!(reply.status, 415, "{kind}");
    }
}

#[test]
fn a_game_is_played_hinted_and_taken_back() {
    let client = Client::start();
    let opened = client.post("/api/sessions", json!({"game": "noughts-and-crosses"}));
    assert_eq!(opened.status, 200, "{}", opened.body);
    let id = opened.json()["id"].as_str().expect("an id").to_owned();
    let at = |verb: &str| format!("/api/sessions/{id}/{verb}");
    let move_ = opened.json()["legal_moves"][4].clone();
    let played = client.post(&at("play"), json!({"moves": [move_]})).json();
    assert_eq!(played["moves"].as_array().map(Vec::len), Some(1));
    let answered = client.post(&at("let"), json!({"player": "minimax"})).json();
    assert_eq!(answered["moves"].as_array().map(Vec::len), Some(2));
    assert!(answered["advice"]["english"].is_string());
    let hinted = client.post(&at("hint"), json!({})).json();
    assert!(hinted["advice"]["move"].is_string());
    let back = client.post(&at("undo"), json!({})).json();
    assert_eq!(back["moves"].as_array().map(Vec::len), Some(1));
    let illegal = client.post(&at("play"), json!({"moves": [move_]}));
    assert_eq!(illegal.status, 422);
    assert!(illegal.json()["error"].is_string());
}

#[test]
fn minesweeper_is_analysed_hinted_and_reviewed() {
    let client = Client::start();
    let position = "2x3/1\n1..\n1..\n";
    let analysis = client
        .post("/api/analyse", json!({"position": position}))
        .json();
    assert_eq!(analysis["solutions"], "2");
    let hint = json!({"position": position, "grade": 4, "flags": [[1, 3]]});
    let hint = client.post("/api/mines/hint", hint).json();
    assert_eq!(hint["verdict"], "safe");
    assert_eq!(hint["wrong_flags"], json!([[1, 3]]));
    let review = json!({"board": "4x4/3", "first_move": "safe", "seed": 5, "moves": ["1,1"]});
    let review = client.post("/api/mines/review", review).json();
    assert_eq!(review["clicks"][0]["judgement"], "sure");
    let contradiction = client.post("/api/analyse", json!({"position": "2x2/1\n3.\n..\n"}));
    assert_eq!(contradiction.json()["consistent"], false);
}

#[test]
fn the_same_seed_and_moves_give_the_same_board() {
    let client = Client::start();
    let open = json!({"game": "minesweeper", "first_move": "zero", "seed": 7, "moves": ["4,4"]});
    let first = client.post("/api/sessions", open.clone()).json();
    let second = client.post("/api/sessions", open).json();
    assert_eq!(first["position"], second["position"]);
    assert_ne!(first["id"], second["id"]);
    assert_eq!(first.get("mines"), None, "mines are shown at the end only");
}

#[test]
fn rules_that_a_client_sends_are_played_and_their_mistakes_named() {
    let client = Client::start();
    let sheets = client.get("/api/rulesheets").json();
    let sheets = sheets["rulesheets"].as_array().expect("a list").clone();
    let nim = sheets
        .iter()
        .find(|sheet| sheet["name"] == "nim")
        .expect("nim");
    let kept = client.post("/api/texts", json!({"kind": "rules", "text": nim["text"]}));
    let name = kept.json()["name"].clone();
    let opened = client.post("/api/sessions", json!({"game": name}));
    assert_eq!(opened.status, 200, "{}", opened.body);
    let broken = json!({"kind": "rules", "text": "role(white.\n"});
    let name = client.post("/api/texts", broken).json()["name"].clone();
    let refused = client.post("/api/sessions", json!({"game": name}));
    assert_eq!(refused.status, 422);
    let message = refused.json()["error"].to_string();
    assert!(message.contains("rules.pl"), "{message}");
    assert!(
        !message.contains("/tmp") && !message.contains("stratalog-page-"),
        "{message}"
    );
}

#[test]
fn no_path_of_a_client_is_opened() {
    let client = Client::start();
    for path in [
        "/etc/passwd",
        "../../rules/x.pl",
        "rules/nim.pl",
        "text:../../x",
        "C:\\x.pl",
    ] {
        let game = client.post("/api/sessions", json!({"game": path}));
        assert!(matches!(game.status, 404 | 422), "{path}: {}", game.status);
        assert!(!game.body.contains("No such file"), "{path}: {}", game.body);
    }
    let opened = client.post("/api/sessions", json!({"game": "nim"})).json();
    let id = opened["id"].as_str().expect("an id").to_owned();
    for player in [
        "/etc/passwd",
        "strategy.pl",
        "human",
        "uct:99999999999",
        "minimax:60",
    ] {
        let hint = client.post(
            &format!("/api/sessions/{id}/hint"),
            json!({"player": player}),
        );
        assert_eq!(hint.status, 422, "{player}");
    }
}

#[test]
fn malformed_and_oversized_requests_are_refused() {
    let client = Client::start();
    let own = format!("127.0.0.1:{}", client.port);
    let host = ("host", own.as_str());
    let bodies: [&[u8]; 7] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"{\"game\": 3}",
        b"\xff\xfe\x00",
        br#"{"game":"nim","unknown":1}"#,
    ];
    for route in [
        "/api/sessions",
        "/api/texts",
        "/api/runs",
        "/api/analyse",
        "/api/mines/hint",
        "/api/mines/review",
    ] {
        for body in bodies {
            let reply = client.raw("POST", route, &[host, JSON], body);
            assert!(
                (400..500).contains(&reply.status),
                "{route} {body:?}: {}",
                reply.status
            );
            assert!(reply.json()["error"].is_string(), "{route}: {}", reply.body);
        }
        let nested = vec![b'['; 100_000];
        let deep = client.raw("POST", route, &[host, JSON], &nested);
        assert!(
            (400..500).contains(&deep.status),
            "{route}: {}",
            deep.status
        );
        let large = vec![b' '; 600 * 1024];
        let reply = client.raw("POST", route, &[host, JSON], &large);
        assert_eq!(reply.status, 413, "{route}");
    }
    assert_eq!(client.raw("DELETE", "/api/games", &[host], b"").status, 405);
}

#[test]
fn a_list_is_no_request_even_where_every_field_may_be_left_out() {
    let client = Client::start();
    let game = client.post("/api/sessions", json!({"game": "nim"}));
    let id = game.json()["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/sessions/{id}/hint");
    assert_eq!(client.post(&path, json!({})).status, 200);
    let refused = client.post(&path, json!([]));
    assert_eq!(refused.status, 422, "{}", refused.body);
}

#[test]
fn hostile_values_are_refused_in_time() {
    let client = Client::start();
    let long = "9".repeat(5000);
    let asked = [
        (
            "/api/sessions",
            json!({"game": "minesweeper", "board": "255x255/60000"}),
        ),
        (
            "/api/sessions",
            json!({"game": "minesweeper", "board": "0x0/0"}),
        ),
        (
            "/api/sessions",
            json!({"game": "minesweeper", "board": long}),
        ),
        (
            "/api/sessions",
            json!({"game": "hexapawn", "board": "60x60"}),
        ),
        ("/api/sessions", json!({"game": "nim", "board": "\u{0}"})),
        (
            "/api/sessions",
            json!({"game": "minesweeper", "first_move": "never"}),
        ),
        ("/api/analyse", json!({"position": ""})),
        (
            "/api/analyse",
            json!({"position": "3x3/99\n...\n...\n...\n"}),
        ),
        ("/api/analyse", json!({"position": "💣".repeat(2000)})),
        (
            "/api/mines/hint",
            json!({"position": "2x2/1\n..\n..\n", "grade": 9}),
        ),
        (
            "/api/mines/hint",
            json!({"position": "2x2/1\n..\n..\n", "grade": 1, "flags": [[999, 1]]}),
        ),
        ("/api/mines/review", json!({"seed": 1, "moves": ["99,99"]})),
        ("/api/mines/review", json!({"seed": -1, "moves": []})),
        (
            "/api/runs",
            json!({"verb": "play", "game": "nim", "player": "nobody"}),
        ),
        (
            "/api/runs",
            json!({"verb": "learn", "game": "nim", "with": "mio"}),
        ),
        ("/api/runs", json!({"verb": "format", "game": "nim"})),
    ];
    for (route, body) in asked {
        let begun = Instant::now();
        let reply = client.post(route, body.clone());
        let shown: String = body.to_string().chars().take(80).collect();
        assert!(
            reply.status < 500,
            "{route} {shown}: {} {}",
            reply.status,
            reply.body
        );
        assert!(
            reply.status >= 400 || reply.status == 200,
            "{route} {shown}"
        );
        assert!(begun.elapsed() < Duration::from_secs(20), "{route} {shown}");
    }
}

#[test]
fn a_slow_client_holds_nobody_up() {
    let client = Client::start();
    let mut slow: Vec<TcpStream> = Vec::new();
    for _ in 0..40 {
        let mut stream = TcpStream::connect(("127.0.0.1", client.port)).expect("a connection");
        stream
            .write_all(b"GET / HTTP/1.1\r\nhost: ")
            .expect("a few bytes");
        slow.push(stream);
    }
    let begun = Instant::now();
    assert_eq!(client.get("/").status, 200);
    assert!(begun.elapsed() < Duration::from_secs(5));
    let mut first = slow.swap_remove(0);
    first
        .set_read_timeout(Some(Duration::from_secs(20)))
        .expect("a timeout");
    let mut rest = Vec::new();
    let read = first.read_to_end(&mut rest);
    assert!(
        read.is_ok(),
        "the server closes a connection that sends no request"
    );
}

/// A game that is long enough for a player to think about for minutes.
const LONG: &str = "role(x). role(o). init(control(x)).
    square(R, C) :- between(1, 24, R), between(1, 24, C).
    init(blank(R, C)) :- square(R, C).
    legal(P, mark(R, C)) :- true(control(P)), true(blank(R, C)).
    legal(x, noop) :- true(control(o)). legal(o, noop) :- true(control(x)).
    next(blank(R, C)) :- true(blank(R, C)), \\+ marked(R, C).
    marked(R, C) :- does(_, mark(R, C)).
    next(control(o)) :- true(control(x)). next(control(x)) :- true(control(o)).
    terminal :- \\+ open. open :- true(blank(_, _)).
    goal(P, 50) :- role(P).";

fn long_game(client: &Client) -> String {
    let kept = client.post("/api/texts", json!({"kind": "rules", "text": LONG}));
    let game = kept.json()["name"].clone();
    let opened = client.post("/api/sessions", json!({"game": game}));
    assert_eq!(opened.status, 200, "{}", opened.body);
    opened.json()["id"].as_str().expect("a number").to_owned()
}

/// Asks for something and does not wait for the answer.
fn asked(client: &Client, path: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", client.port)).expect("a connection");
    let (port, length) = (client.port, body.len());
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).expect("a request");
    stream
}

#[test]
fn a_player_that_nobody_waits_for_stops_thinking() {
    let client = Client::start();
    let path = format!("/api/sessions/{}", long_game(&client));
    let asking = asked(
        &client,
        &format!("{path}/let"),
        r#"{"player": "uct:20000"}"#,
    );
    let until = |status: u16| {
        let begun = Instant::now();
        while client.get(&path).status != status {
            let waited = begun.elapsed();
            assert!(
                waited < Duration::from_secs(20),
                "{status} after {waited:?}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    // The game is in use while the player thinks, and free when the client is gone.
    until(409);
    drop(asking);
    until(200);
    assert_eq!(client.get(&path).json()["moves"], json!([]));
}

#[test]
fn players_that_think_hold_nobody_up() {
    let client = Client::start();
    let path = format!("/api/sessions/{}", long_game(&client));
    let ask = |_| {
        asked(
            &client,
            &format!("{path}/hint"),
            r#"{"player": "uct:20000"}"#,
        )
    };
    let asking: Vec<TcpStream> = (0..12).map(ask).collect();
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    // The game goes on while players think about it.
    let played = client.post(&format!("{path}/play"), json!({"moves": ["mark(1,1)"]}));
    assert_eq!(played.status, 200, "{}", played.body);
    let overlay = json!({"position": "2x3/1\n1..\n1..\n"});
    assert_eq!(client.post("/api/analyse", overlay).status, 200);
    assert!(
        begun.elapsed() < Duration::from_secs(10),
        "{:?}",
        begun.elapsed()
    );
    drop(asking);
}

#[test]
fn a_server_for_other_machines_asks_for_its_token() {
    let client = Client::shared();
    let token = client.token.clone().expect("a token");
    let own = format!("127.0.0.1:{}", client.port);
    let host = ("host", own.as_str());
    assert_eq!(client.raw("GET", "/", &[host], b"").status, 401);
    assert_eq!(
        client
            .raw(
                "GET",
                "/api/runs",
                &[host, ("authorization", "Bearer x")],
                b""
            )
            .status,
        401
    );
    let bearer = format!("Bearer {token}");
    assert_eq!(
        client
            .raw("GET", "/api/runs", &[host, ("authorization", &bearer)], b"")
            .status,
        200
    );
    let first = client.raw("GET", &format!("/?token={token}"), &[host], b"");
    assert_eq!(first.status, 303);
    let cookie = first.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let cookie = cookie.split(';').next().expect("a name and a value");
    assert_eq!(
        client
            .raw("GET", "/", &[host, ("cookie", cookie)], b"")
            .status,
        200
    );
}

#[test]
fn an_answer_is_the_librarys_answer() {
    let client = Client::start();
    let served = client.get("/api/games").json();
    let asked = stratalog::games::Request {}.run(&stratalog::Control::default());
    let own: Value = serde_json::to_value(asked.expect("the games")).expect("text keys");
    assert_eq!(served, own);
}

#[test]
fn the_description_names_every_route_and_only_those() {
    let client = Client::start();
    let description = client.get("/api/openapi.json").json();
    assert_eq!(description["openapi"], "3.1.0");
    let paths = description["paths"].as_object().expect("paths").clone();
    assert!(paths.len() > 20);
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().expect("operations") {
            let path = path.replace("{id}", "none").replace("{name}", "none");
            let own = format!("127.0.0.1:{}", client.port);
            let method = method.to_uppercase();
            let reply = client.raw(&method, &path, &[("host", &own), JSON], b"{}");
            assert!(reply.status < 500, "{method} {path}: {}", reply.body);
            assert_ne!(reply.status, 405, "{method} {path}");
            assert!(!reply.body.contains("nothing at this address"), "{path}");
            assert!(operation["summary"].is_string());
        }
    }
}

#[test]
fn every_legal_move_has_a_value() {
    let client = Client::start();
    let moves = json!(["1,1", "2,2", "1,2", "3,3"]);
    let opened = client.post(
        "/api/sessions",
        json!({"game": "noughts-and-crosses", "moves": moves}),
    );
    let id = opened.json()["id"].as_str().expect("an id").to_owned();
    let values = client.get(&format!("/api/sessions/{id}/values")).json();
    let values = values["moves"].as_array().expect("values").clone();
    assert_eq!(values.len(), 5);
    let winning = values.iter().find(|value| value["move"] == "1,3");
    let winning = winning.expect("it is legal");
    assert_eq!(winning["worth"]["outcome"], "win");
    assert_eq!(winning["english"], "wins at once");
}

#[test]
fn a_question_is_set_and_its_answer_judged() {
    let client = Client::start();
    let lesson = json!({"game": "minesweeper", "seed": 5});
    let question = client.post("/api/quiz/question", lesson);
    assert_eq!(question.status, 200, "{}", question.body);
    let question = question.json();
    let choices = question["choices"].as_array().expect("choices").clone();
    let rights = choices.iter().filter(|choice| {
        let asked = json!({
            "game": "minesweeper",
            "position": question["position"],
            "answer": choice["move"],
        });
        let judged = client.post("/api/quiz/judgement", asked);
        assert_eq!(judged.status, 200, "{}", judged.body);
        let judged = judged.json();
        assert!(
            judged["rule"]["english"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
        assert_eq!(judged["progress"]["asked"], 1);
        judged["is_right"] == true
    });
    let rights = rights.count();
    assert!(rights > 0 && rights < choices.len());
}

#[test]
fn a_strategy_that_names_a_file_is_refused() {
    let client = Client::start();
    let text = "strategy(game, hexapawn).\nstrategy( rules ,\n '/etc/passwd').\n";
    let refused = client.post("/api/texts", json!({"kind": "strategy", "text": text}));
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("does not open"), "{}", refused.body);
}

#[test]
fn a_board_file_is_analysed_as_far_as_it_is_open() {
    let client = Client::start();
    // Three columns, two rows, one mine in the first column of the first row.
    let board = [3, 2, 0, 1, 0, 0];
    let open = json!(["2,3"]);
    let reply = client.post("/api/analyse", json!({"mbf": board, "open": open}));
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.json()["board"], "2x3/1");
    let mine = client.post("/api/analyse", json!({"mbf": board, "open": ["1,1"]}));
    assert_eq!(mine.status, 422);
    assert!(!mine.body.contains("stratalog-page-"), "{}", mine.body);
    assert_eq!(client.post("/api/analyse", json!({})).status, 422);
}

#[test]
fn a_text_that_is_sent_again_keeps_its_name() {
    let client = Client::start();
    let name = |kind: &str, text: &str| {
        let kept = client.post("/api/texts", json!({"kind": kind, "text": text}));
        kept.json()["name"].clone()
    };
    let first = name("rules", "role(alone).\n");
    assert_eq!(first, name("rules", "role(alone).\n"));
    assert_ne!(first, name("rules", "role(other).\n"));
    assert_ne!(first, name("strategy", "role(alone).\n"));
}
