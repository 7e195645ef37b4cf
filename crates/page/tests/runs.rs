//! Long calls over HTTP: started, watched, paused, stopped, found again, resumed.

#[allow(dead_code, reason = "each test file uses a part")]
mod client;

use std::path::Path;
use std::time::{Duration, Instant};

use client::{Client, Reply};
use serde_json::{Value, json};

#[test]
fn a_run_streams_its_events_and_its_result() {
    let client = Client::start();
    let asked =
        json!({"verb": "play", "game": "nim", "player": "random", "games": 3, "watched": true});
    let run = client.post("/api/runs", asked).json();
    let id = run["id"].as_str().expect("an id");
    let events = client.get(&format!("/api/runs/{id}/events")).body;
    assert!(events.contains("\"event\":\"moved\""), "{events}");
    assert!(events.contains("event: result"), "{events}");
    let state = client.get(&format!("/api/runs/{id}")).json();
    assert_eq!(state["result"]["answer"]["games"], 3);
    let listed = client.get("/api/runs").json();
    assert_eq!(listed["runs"][0]["id"], *id);
    assert_eq!(client.get("/api/runs/none/events").status, 404);
}

#[test]
fn a_run_is_stopped_and_says_so() {
    let client = Client::start();
    let asked = json!({"verb": "play", "game": "othello", "player": "uct", "games": 100000});
    let run = client.post("/api/runs", asked).json();
    let id = run["id"].as_str().expect("an id").to_owned();
    let stopped = client.post(&format!("/api/runs/{id}/stop"), json!({}));
    assert_eq!(stopped.status, 200);
    let events = client.get(&format!("/api/runs/{id}/events")).body;
    assert!(events.contains("\"ended\":\"stopped\""), "{events}");
}

#[test]
fn only_so_many_runs_go_on_at_once() {
    let client = Client::start();
    let asked = json!({"verb": "play", "game": "othello", "player": "uct", "games": 100000});
    let replies: Vec<Reply> = (0..3)
        .map(|_| client.post("/api/runs", asked.clone()))
        .collect();
    let statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
    assert_eq!(statuses, [200, 200, 429]);
}

#[test]
fn clauses_are_learned_from_typed_examples() {
    let client = Client::start();
    let asked = json!({
        "verb": "induce",
        "background": "parent(a, b). parent(b, c). parent(c, d).",
        "bias": "head_pred(grandparent, 2). body_pred(parent, 2). max_vars(3). max_body(2).",
        "examples": "pos(grandparent(a, c)). pos(grandparent(b, d)). neg(grandparent(a, b)). neg(grandparent(a, d)).",
        "timeout": 20,
    });
    let run = client.post("/api/runs", asked).json();
    let id = run["id"].as_str().expect("an id").to_owned();
    let events = client.get(&format!("/api/runs/{id}/events")).body;
    let state = client.get(&format!("/api/runs/{id}")).json();
    let answer = &state["result"]["answer"];
    assert_eq!(answer["false_positives"], 0, "{events}");
    assert_eq!(answer["true_positives"], 2, "{events}");
}

#[test]
fn a_run_waits_and_goes_on() {
    let client = Client::start();
    let asked = json!({"verb": "play", "game": "othello", "player": "uct", "games": 100000});
    let run = client.post("/api/runs", asked).json();
    let id = run["id"].as_str().expect("an id").to_owned();
    let paused = client
        .post(&format!("/api/runs/{id}/pause"), json!({}))
        .json();
    assert_eq!(paused["is_paused"], true);
    let count = || client.get(&format!("/api/runs/{id}")).json()["events"].as_u64();
    std::thread::sleep(Duration::from_millis(1500));
    let before = count();
    std::thread::sleep(Duration::from_millis(1000));
    assert_eq!(count(), before, "nothing happens while it waits");
    let going = client
        .post(&format!("/api/runs/{id}/resume"), json!({}))
        .json();
    assert_eq!(going["is_paused"], false);
    let begun = Instant::now();
    while count() == before {
        assert!(begun.elapsed() < Duration::from_secs(60), "it goes on");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_run_is_found_again_after_a_restart_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked = json!({"verb": "play", "game": "othello", "player": "uct:10", "games": 1000000});
    let client = Client::lasting(folder.path());
    let run = client.post("/api/runs", asked).json();
    let id = run["id"].as_str().expect("an id").to_owned();
    drop(client);
    let client = Client::lasting(folder.path());
    let found = client.get(&format!("/api/runs/{id}")).json();
    assert_eq!(found["is_running"], false);
    assert_eq!(found["can_resume"], true, "{found}");
    assert_eq!(found["result"]["answer"]["ended"], "stopped");
    let resumed = client
        .post(&format!("/api/runs/{id}/resume"), json!({}))
        .json();
    assert_eq!(resumed["id"], *id);
    assert_eq!(resumed["is_running"], true);
    let listed = client.get("/api/runs").json();
    assert_eq!(listed["runs"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_report_about_rules_is_written() {
    let client = Client::start();
    let asked = json!({"verb": "report", "game": "nim"});
    let run = client.post("/api/runs", asked).json();
    let id = run["id"].as_str().expect("an id").to_owned();
    client.get(&format!("/api/runs/{id}/events"));
    let state = client.get(&format!("/api/runs/{id}")).json();
    let answer = &state["result"]["answer"];
    assert!(answer["random"]["games"].as_u64() > Some(0), "{state}");
    assert!(
        answer["positions"]
            .as_array()
            .is_some_and(|all| !all.is_empty())
    );
    let report = client.get(&format!("/api/runs/{id}/report")).json();
    assert!(
        report["text"]
            .as_str()
            .is_some_and(|text| text.starts_with("<!doctype html>"))
    );
    assert_eq!(client.get(&format!("/api/runs/{id}/picture")).status, 404);
}

#[test]
fn a_dropped_folder_is_learned_from_and_its_names_stay_in_it() {
    let client = Client::start();
    let files = |name: &str| {
        json!([
            {"name": "family.b", "text": ":- modeh(1, grandparent(+person, +person)).\n\
                :- modeb(*, parent(+person, -person)).\n:- modeb(*, parent(+person, +person)).\n\
                :- determination(grandparent/2, parent/2).\n\
                parent(a, b). parent(b, c). parent(c, d). parent(d, e).\n\
                person(a). person(b). person(c). person(d). person(e).\n"},
            {"name": name, "text": "grandparent(a, c). grandparent(b, d). grandparent(c, e).\n"},
            {"name": "family.n", "text": "grandparent(a, b). grandparent(a, d). grandparent(b, e).\n"},
        ])
    };
    let asked = |name: &str| json!({"verb": "induce", "files": files(name), "timeout": 20});
    let run = client.post("/api/runs", asked("family.f")).json();
    let id = run["id"].as_str().expect("an id").to_owned();
    let events = client.get(&format!("/api/runs/{id}/events")).body;
    assert!(events.contains("true_positives\":3"), "{events}");
    for hostile in ["../family.f", "/etc/family.f", "..", ".f", "a/b", "a\u{0}b"] {
        let refused = client.post("/api/runs", asked(hostile));
        assert_eq!(refused.status, 422, "{hostile}");
    }
}

#[test]
fn a_run_that_the_server_did_not_end_can_be_resumed_and_one_that_failed_cannot() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = tempfile::tempdir().expect("a folder");
    let asked = json!({"verb": "play", "game": "othello", "player": "uct:10", "games": 1000000});
    let client = Client::lasting(folder.path());
    let run = client.post("/api/runs", asked).json();
    let id = run["id"].as_str().expect("an id").to_owned();
    let wrong = json!({"verb": "induce", "background": "p(", "bias": "b.", "examples": "pos(p)."});
    let failed = client.post("/api/runs", wrong).json();
    let failed = failed["id"].as_str().expect("an id").to_owned();
    client.get(&format!("/api/runs/{failed}/events"));
    let state = client.get(&format!("/api/runs/{failed}")).json();
    assert!(state["result"]["error"].is_string(), "{state}");
    assert_eq!(state["can_resume"], false, "{state}");
    // What is on the disk while the run goes on is what a killed server leaves.
    copy_folder(folder.path(), copy.path());
    drop(client);
    let client = Client::lasting(copy.path());
    let found = client.get(&format!("/api/runs/{id}")).json();
    assert!(found["result"]["interrupted"].is_string(), "{found}");
    assert_eq!(found["can_resume"], true, "{found}");
    let resumed = client.post(&format!("/api/runs/{id}/resume"), json!({}));
    assert_eq!(resumed.status, 200, "{}", resumed.body);
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("a file");
        }
    }
}

#[test]
fn rules_are_shown_while_they_are_learned() {
    let client = Client::start();
    let asked = json!({"verb": "learn", "game": "noughts-and-crosses", "with": "migo", "size": 60});
    let run = client.post("/api/runs", asked).json();
    let id = run["id"].as_str().expect("an id");
    let events = client.get(&format!("/api/runs/{id}/events")).body;
    let shown: Vec<Value> = events
        .lines()
        .filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok())
        .filter(|event: &Value| event["event"] == "example")
        .collect();
    assert!(!shown.is_empty(), "{events}");
    for example in shown {
        assert_eq!(example["drawing"]["rows"].as_array().map(Vec::len), Some(3));
    }
}

#[test]
fn rules_that_a_client_sends_are_learned_and_taught() {
    let rules = "role(first). role(second). init(stones(7)). init(control(first)).
        legal(P, take(N)) :- true(control(P)), true(stones(S)), between(1, 3, N), N =< S.
        legal(P, noop) :- role(P), \\+ true(control(P)).
        next(stones(T)) :- does(_, take(N)), true(stones(S)), T is S - N.
        next(control(second)) :- true(control(first)).
        next(control(first)) :- true(control(second)).
        terminal :- true(stones(0)).
        goal(P, 100) :- role(P), true(stones(0)), \\+ true(control(P)).
        goal(P, 0) :- true(stones(0)), true(control(P)).
        goal(P, 50) :- role(P), \\+ true(stones(0)).";
    let client = Client::start();
    let kept = client.post("/api/texts", json!({"kind": "rules", "text": rules}));
    let game = kept.json()["name"].as_str().expect("a name").to_owned();
    for learner in ["migo", "rules"] {
        let asked = json!({"verb": "learn", "game": game, "with": learner, "size": 60});
        let run = client.post("/api/runs", asked).json();
        let id = run["id"].as_str().expect("an id").to_owned();
        let events = client.get(&format!("/api/runs/{id}/events")).body;
        assert!(events.contains("\"event\":\"example\""), "{events}");
        let answer = client.get(&format!("/api/runs/{id}")).json()["result"]["answer"].clone();
        let lesson = json!({"game": game, "strategy": answer["strategy"]});
        let question = client.post("/api/quiz/question", lesson.clone());
        assert_eq!(question.status, 200, "{learner}: {}", question.body);
        let question = question.json();
        let mut asked = lesson;
        asked["position"] = question["position"].clone();
        asked["answer"] = question["choices"][0]["move"].clone();
        let judged = client.post("/api/quiz/judgement", asked);
        assert_eq!(judged.status, 200, "{learner}: {}", judged.body);
        assert!(judged.json()["rule"]["name"].is_string());
    }
}
