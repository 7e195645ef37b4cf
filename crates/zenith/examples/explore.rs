//! scratch
use stratalog_game::rulesheet::*;
use stratalog_game::*;
use stratalog_rivals::othello::{Orfeo, Wystan};
use stratalog_zenith::*;
struct Mirror<P> {
    native: Othello,
    inner: P,
}
fn to_native(game: &RulesheetGame, native: &Othello, p: &rulesheet::Position) -> othello::Position {
    let mut rows = vec![vec!['.'; 8]; 8];
    let mut who = "black".to_string();
    for f in game.facts(p) {
        let a = f.args();
        if a.len() == 3 {
            let c = match a[2].to_string().as_str() {
                "black" => 'x',
                "white" => 'o',
                _ => '.',
            };
            rows[a[0].as_integer().unwrap() as usize - 1]
                [a[1].as_integer().unwrap() as usize - 1] = c;
        } else {
            who = a[0].to_string();
        }
    }
    let text: Vec<String> = rows.iter().map(|r| r.iter().collect()).collect();
    native
        .parse_position(&format!("{}\n{who} to move", text.join("/")))
        .unwrap()
}
impl<P: Player<Othello>> Player<RulesheetGame> for Mirror<P> {
    fn decide(
        &mut self,
        game: &RulesheetGame,
        view: &rulesheet::Position,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<rulesheet::Move>, PlayerError> {
        let p = to_native(game, &self.native, view);
        let d = self.inner.decide(&self.native, &p, role, rng)?;
        let mv = game
            .parse_move(&self.native.move_term(d.mv).to_string())
            .unwrap();
        Ok(Decision {
            mv,
            reason: d.reason,
        })
    }
}
fn main() {
    let limit: f64 = std::env::args()
        .nth(1)
        .map_or(20000.0, |s| s.parse().unwrap());
    let seed: u64 = std::env::args().nth(2).map_or(1, |s| s.parse().unwrap());
    let tree = std::env::args().nth(3).is_some_and(|s| s == "tree");
    let t = std::time::Instant::now();
    let sheet = Rulesheet::from_file(std::path::Path::new("rules/othello.pl")).unwrap();
    let game = RulesheetGame::new(&sheet, Evaluation::default()).unwrap();
    let native = Othello::new(Othello::DEFAULT).unwrap();
    let learner = if tree {
        stratalog_zenith::concept::Learner::tree()
    } else {
        stratalog_zenith::concept::Learner::linear()
    };
    let settings = Settings {
        limit,
        seed: Seed(seed),
        learner,
        ..Settings::default()
    };
    let mut teacher = Mirror {
        native: native.clone(),
        inner: Wystan::new(&native),
    };
    let g = game.clone();
    let run = Zenith::new(&sheet, &game, settings)
        .unwrap()
        .run(&mut teacher, |c, e| {
            let mut wins = 0.0;
            let n = 60;
            for i in 0..n {
                let mut rng = Seed(99).stream(i);
                let mut p = g.initial(&mut rng);
                let mut z = ZenithPlayer::new(e.clone(), 1);
                let mut o = Mirror {
                    native: native.clone(),
                    inner: Orfeo::new(&native),
                };
                let side = Role((i % 2) as u8);
                let mut k = 0;
                let mut s = Vec::new();
                while let Turn::Role(r) = g.turn(&p) {
                    let m = if k < 10 {
                        g.random_choice(&p, r, &mut rng, &mut s).unwrap().0
                    } else if r == side {
                        z.decide(&g, &p, r, &mut rng).unwrap().mv
                    } else {
                        o.decide(&g, &p, r, &mut rng).unwrap().mv
                    };
                    g.play_unchecked(&mut p, m);
                    k += 1;
                }
                wins += match g.outcome(&p, side) {
                    Outcome::Win => 1.0,
                    Outcome::Draw => 0.5,
                    _ => 0.0,
                };
            }
            eprintln!(
                "{} pairs {} generated {} active {} acc {:.3}±{:.3} won {wins}/{n} {:?}",
                c.number,
                c.pairs,
                c.generated,
                c.active.len(),
                c.accuracy,
                c.margin,
                t.elapsed()
            );
            Ok(())
        })
        .unwrap();
    for (i, f) in run.features.iter().enumerate() {
        println!(
            "f{i} c{} {} {:?} cost {:.0} [{}] {}",
            f.cycle,
            if f.is_active { "ACTIVE" } else { "" },
            f.origin.map(|(p, t)| format!("{} f{p}", t.name())),
            f.cost,
            f.feature
                .variables
                .iter()
                .map(|v| stratalog_logic::Term::Var(*v).to_string())
                .collect::<Vec<_>>()
                .join(","),
            stratalog_logic::Term::conjunction(f.feature.goals.iter().cloned())
        );
    }
    for u in run
        .evaluation
        .used()
        .iter()
        .zip(run.evaluation.weights().unwrap_or_default())
    {
        println!("{} {:.4}", u.0.name, u.1);
    }
}
