use stratalog_game::rulesheet::{Evaluation, Position, Rulesheet, RulesheetGame};
use stratalog_game::{Game, Seed, Turn};
use stratalog_logic::Term;
use stratalog_zenith::*;
fn main() {
    let file = std::env::args().nth(1).unwrap_or("rules/othello.pl".into());
    let rounds: usize = std::env::args().nth(2).map_or(3, |s| s.parse().unwrap());
    let t = std::time::Instant::now();
    let sheet = Rulesheet::from_file(std::path::Path::new(&file)).unwrap();
    let game = RulesheetGame::new(&sheet, Evaluation::default()).unwrap();
    eprintln!("game {:?}", t.elapsed());
    let mut theory = Theory::new(&sheet).unwrap();
    for r in 0..theory.roles().len() {
        for o in theory.operators(r) {
            println!(
                "op {} {} :- {:?}",
                theory.roles()[r],
                o.pattern,
                o.conditions
                    .iter()
                    .map(|t| t.to_string())
                    .collect::<Vec<_>>()
            );
        }
    }
    let mut rng = Seed(5).stream(0);
    let mut positions: Vec<Position> = Vec::new();
    for _ in 0..40 {
        let mut p = game.initial(&mut rng);
        let mut s = Vec::new();
        while let Turn::Role(r) = game.turn(&p) {
            positions.push(p.clone());
            let (m, _) = game.random_choice(&p, r, &mut rng, &mut s).unwrap();
            game.play_unchecked(&mut p, m);
        }
    }
    let refs: Vec<&Position> = positions.iter().collect();
    let evidence = Evidence {
        game: &game,
        positions: refs.clone(),
    };
    let sample: Vec<&Position> = refs.iter().step_by(refs.len() / 12).copied().collect();
    let goal = vec![
        Term::atom("terminal"),
        Term::compound("goal", [theory.roles()[0].clone(), Term::Integer(100)]),
    ];
    let first = Feature::new(&theory, goal, &[]).unwrap();
    let mut all = vec![(first, "goal".to_string())];
    let mut seen: std::collections::HashSet<String> =
        all.iter().map(|f| f.0.key().to_string()).collect();
    let mut from = 0;
    for round in 0..rounds {
        let end = all.len();
        for i in from..end {
            for t in Transformation::ALL {
                let f = all[i].0.clone();
                for new in t.apply(&mut theory, &f, 0, &evidence) {
                    if seen.insert(new.key().to_string()) {
                        all.push((new, format!("{} of {i}", t.name())));
                    }
                }
            }
        }
        from = end;
        eprintln!("round {round}: {} features {:?}", all.len(), t.elapsed());
    }
    let scales = Scales::new(&theory, &game, &sample, Cost::Steps);
    let se = Evidence {
        game: &game,
        positions: sample.clone(),
    };
    for (i, (f, how)) in all.iter().enumerate() {
        let t = std::time::Instant::now();
        let v = evidence.values(&theory, f);
        let te = t.elapsed();
        let fast = se.values(&theory, f);
        let plain = scales.values(f);
        let agree = fast
            .as_ref()
            .map(|f| f.iter().zip(&plain).all(|(a, b)| b.is_none_or(|b| b == *a)));
        let mean = v.map(|v| v.iter().sum::<u32>() as f64 / v.len() as f64);
        println!(
            "{i} [{how}] {:?} {} | mean {mean:?} cost {} agree {agree:?} {te:?}",
            f.variables
                .iter()
                .map(|v| Term::Var(*v).to_string())
                .collect::<Vec<_>>(),
            Term::conjunction(f.goals.iter().cloned()),
            scales.cost(f)
        );
    }
    for (h, b) in theory.made() {
        if !h.to_string().starts_with("together") {
            println!("{h} :- {b}");
        }
    }
}
