//! No message makes the reader panic, and none takes the player down.

mod manager;

use manager::Player;
use stratalog::ggp::LastStep;
use stratalog_fuzz::run;
use stratalog_ggp::Message;

const CORPUS: &[&str] = &[
    "( INFO )",
    "( PREVIEW ((role a) (role b)) 10 )",
    "(start m1 a ((role a) (init (n 0)) (legal a go) (legal a stay)\n\
     (<= (next (n 1)) (does a go))\n(<= terminal (true (n 1)))\n(goal a 100)) 1 1)",
    "( PLAY m1 NIL )",
    "(play m1 ((mark 1 2) noop))",
    "(play m1 1 go ((n 1) seen))",
    "(stop m1 (go))",
    "(abort m1)",
];

#[test]
fn messages_are_read_or_refused() {
    run("messages", CORPUS, |text| {
        if let Ok(Message::Play { id, last }) = Message::read(text) {
            assert!(!id.is_empty() && last != LastStep::Moves(Vec::new()));
        }
    });
}

#[test]
fn every_message_is_answered() {
    let player = Player::start(Some("random"));
    run("matches", CORPUS, |text| {
        let reply = player.say(text);
        assert!([200, 400].contains(&reply.status), "{reply:?}");
    });
    assert!(player.say("(info)").body.contains("(name stratalog)"));
}
