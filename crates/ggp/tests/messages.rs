//! Wrong, hostile and unusual requests: each is answered, and the player goes on.

mod manager;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use manager::{Manager, Player, Reply};

const RULES: &str = "((role you) (<= (legal you (take ?n)) (pile ?n)) (pile 1) (pile 2)
    (<= (next over) (does you (take 2))) (<= terminal (true over)) (goal you 100))";

/// Starts a match that the rest of the tests talk to.
fn started() -> Player {
    let player = Player::start(Some("uct:20"));
    let start = format!("(start m1 you {RULES} 10 10)");
    assert_eq!(player.say(&start).body, "ready");
    player
}

/// The player still plays.
fn is_well(player: &Player) {
    let info = "((name stratalog) (status available))";
    assert_eq!(player.say("(info)").body, info);
    assert!(player.say("(play m1 nil)").body.starts_with("(take "));
}

#[test]
fn wrong_messages_are_answered_with_what_is_wrong() {
    let player = started();
    for (message, part) in [
        ("", "list"),
        ("hello", "list"),
        ("(play m1", "parentheses"),
        ("(dance)", "no message"),
        ("(play m1)", "(play ID nil)"),
        ("(start m2 you ((role me)) 10 10)", "cannot be played"),
        ("(start m2 nobody ((role you)) 10 10)", "cannot be played"),
        ("(start m2 you ((role you)) 10 soon)", "clock"),
        (
            "(start m2 you ((role you) (legal)) 10 10)",
            "cannot be played",
        ),
        ("(start m2 you () 10 10)", "cannot be played"),
        ("(start m2 you (((((x))))) 10 10)", "cannot be played"),
        ("\u{0}\u{1}(", "parentheses"),
    ] {
        let reply = player.say(message);
        assert_eq!(reply.status, 400, "{message}: {}", reply.body);
        assert!(reply.body.contains(part), "{message}: {}", reply.body);
    }
    is_well(&player);
}

#[test]
fn messages_for_other_matches_are_answered_busy() {
    let player = started();
    for message in [
        "(play m9 nil)",
        "(play M1 nil)",
        "(stop m9 nil)",
        "(abort m9)",
    ] {
        assert_eq!(player.say(message).body, "busy", "{message}");
    }
    is_well(&player);
}

#[test]
fn moves_that_are_not_legal_are_noted_and_a_legal_move_is_answered() {
    let player = started();
    for moves in [
        "((take 7))",
        "((jump))",
        "((take 1) (take 1))",
        "(?x)",
        "(())",
        "((take ?n))",
        "(nil)",
    ] {
        let reply = player.say(&format!("(play m1 {moves})"));
        assert!(reply.body.starts_with("(take "), "{moves}: {}", reply.body);
    }
    assert_eq!(
        player
            .notes()
            .iter()
            .filter(|n| n.contains("left out"))
            .count(),
        7
    );
    is_well(&player);
    // A step that goes on, and moves after the end.
    let reply = player.say("(play m1 ((TAKE 1)))").body;
    assert!(reply.starts_with("(take "), "{reply}");
    let after_the_end = player.say("(play m1 ((TAKE 2)))");
    assert_eq!(after_the_end.status, 200);
    assert_eq!(player.say("(stop m1 ((take 2)))").body, "done");
}

#[test]
fn a_match_that_is_started_again_begins_anew() {
    let player = started();
    let _ = player.say("(play m1 ((take 2)))");
    let start = format!("(start m1 YOU {RULES} 10 10)");
    assert_eq!(player.say(&start).body, "ready");
    is_well(&player);
    assert_eq!(player.say("(abort m1)").body, "aborted");
    assert_eq!(player.say("(play m1 nil)").body, "busy");
}

#[test]
fn too_many_matches_are_refused_until_one_ends() {
    let player = Player::start(Some("uct:20"));
    for number in 0..stratalog::ggp::MATCHES {
        let start = format!("(start match{number} you {RULES} 10 10)");
        assert_eq!(player.say(&start).body, "ready");
    }
    let start = format!("(start more you {RULES} 10 10)");
    assert_eq!(player.say(&start).body, "busy");
    assert!(player.say("(info)").body.contains("(status busy)"));
    assert_eq!(player.say("(abort match3)").body, "aborted");
    assert_eq!(player.say(&start).body, "ready");
}

#[test]
fn browsers_and_other_clients_are_answered_too() {
    let player = started();
    let asks = player.raw(
        "OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://manager.example\r\n\
         Access-Control-Request-Method: POST\r\n\
         Access-Control-Request-Headers: content-type\r\nConnection: close\r\n\r\n",
    );
    assert_eq!(asks.status, 200);
    assert!(asks.head.contains("access-control-allow-origin: *"));
    assert!(asks.head.contains("access-control-allow-methods: post"));
    let get = player.raw("GET /%28+PLAY+m1+NIL+%29 HTTP/1.0\r\nReceiver: x\r\n\r\n");
    assert!(get.body.starts_with("(take "), "{}", get.body);
    let bare = player.raw("GET / HTTP/1.0\r\n\r\n");
    assert_eq!(bare.status, 400);
    assert!(bare.body.contains("(info)"));
    let put = player.raw("PUT /any/path HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(put.status, 400);
    // Chunks, and letters beyond ASCII.
    let chunks = player.raw(
        "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n\
         3\r\n(in\r\n3\r\nfo)\r\n0\r\n\r\n",
    );
    assert!(chunks.body.contains("available"), "{chunks:?}");
    assert_eq!(player.say("(pläy ü)").status, 400);
    is_well(&player);
}

#[test]
fn an_answer_has_the_length_and_type_that_managers_expect() {
    let player = started();
    let reply = player.say("(info)");
    let length = format!("content-length: {}", reply.body.len());
    assert!(reply.head.contains(&length), "{}", reply.head);
    assert!(
        reply.head.contains("content-type: text/acl"),
        "{}",
        reply.head
    );
    assert_eq!(player.say("( PREVIEW ((role you)) 10 )").body, "ready");
}

#[test]
fn oversized_and_broken_requests_are_refused() {
    let player = started();
    let large = stratalog_ggp::limits::BODY + 1;
    let oversized = format!("({}", "x".repeat(large));
    assert_eq!(player.say(&oversized).status, 413);
    let just = format!("({} )", "x ".repeat((stratalog_ggp::limits::BODY - 4) / 2));
    assert_eq!(player.say(&just).status, 400);
    let broken = player.raw("NONSENSE\r\n\r\n");
    assert_eq!(broken.status, 400);
    let long_head = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(200_000));
    assert!((400..500).contains(&player.raw(&long_head).status));
    is_well(&player);
}

#[test]
fn idle_and_half_sent_connections_are_closed() {
    let player = started();
    let mut idle = player.connect();
    let mut half = player.connect();
    let half_head = b"POST / HTTP/1.1\r\nHost: h\r\nContent-";
    half.write_all(half_head).expect("it is sent");
    let mut late = player.connect();
    let late_body = b"POST / HTTP/1.0\r\nContent-Length: 10\r\n\r\n(in";
    late.write_all(late_body).expect("it is sent");
    is_well(&player);
    let begun = Instant::now();
    let mut byte = [0; 1];
    // Closed, or told that it took too long; not kept for ever.
    let closed = idle.read(&mut byte);
    assert!(matches!(closed, Ok(0 | 1) | Err(_)));
    let closed = half.read(&mut byte);
    assert!(matches!(closed, Ok(0 | 1) | Err(_)));
    assert_eq!(Reply::read(&mut late).status, 408);
    assert!(begun.elapsed() < Duration::from_secs(60));
    is_well(&player);
}

#[test]
fn many_connections_at_once_do_not_stop_a_match() {
    let player = started();
    let idle: Vec<_> = (0..200).map(|_| player.connect()).collect();
    is_well(&player);
    drop(idle);
    is_well(&player);
}

#[test]
fn rules_that_never_end_are_answered_within_the_clocks() {
    let player = Player::start(None);
    let endless = "((role a) (<= (legal a (go (s ?x))) (true (at ?x))) (legal a stay) (init (at z))
        (<= (next (at (s ?x))) (true (at ?x))) (<= (n (s ?x)) (n ?x)) (n z)
        (<= terminal (n never)) (goal a 0))";
    let begun = Instant::now();
    let reply = player.say(&format!("(start e1 a {endless} 3 2)"));
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert!(reply.body == "ready" || reply.status == 400, "{reply:?}");
    let begun = Instant::now();
    let reply = player.say("(play e1 nil)");
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert_eq!(reply.status, 200);
    assert_eq!(
        Manager::new(
            "w",
            "(role a) (legal a x) (<= (next b) (does a x))
        (<= terminal (true b)) (goal a 100)"
        )
        .play(&player, 0)
        .goals,
        [100]
    );
}
