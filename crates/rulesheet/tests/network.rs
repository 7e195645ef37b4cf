//! The telephone network of `rules/network.pl` against a simulation written
//! independently of it: loads, busy circuits, controls and calls carried, period
//! by period over random games.

use std::collections::{BTreeMap, BTreeSet};

use stratalog_game::{Described, Game, Role, Turn};
use stratalog_logic::Term;
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Position, RulesheetGame};
use stratalog_run::Seed;

const PERIODS: usize = 12;
/// In the order of their overflow.
const STREAMS: [&str; 6] = [
    "north_east",
    "east_south",
    "south_west",
    "west_north",
    "north_south",
    "east_west",
];

fn ends(stream: &str) -> (&str, &str) {
    stream.split_once('_').expect("two switches")
}

/// The trunk group between two neighbours on the ring, whichever comes first.
fn ring(a: &str, b: &str) -> String {
    let named = [format!("{a}_{b}"), format!("{b}_{a}")];
    let group = named.into_iter().find(|g| STREAMS[..4].contains(&&**g));
    group.expect("neighbours")
}

/// The trunk groups of a route through a switch, or of the first route.
fn route(stream: &str, via: Option<&str>) -> BTreeSet<String> {
    let (a, b) = ends(stream);
    let is_direct = STREAMS[..4].contains(&stream);
    match via {
        None if is_direct => BTreeSet::from([stream.to_owned()]),
        None => route(stream, Some("hub")),
        Some(tandem @ ("hub" | "relay")) => [a, b].map(|end| format!("{tandem}_{end}")).into(),
        Some(other) => [ring(a, other), ring(other, b)].into(),
    }
}

fn circuits(group: &str) -> usize {
    if STREAMS.contains(&group) { 4 } else { 6 }
}

struct Simulation {
    overload: String,
    is_early: bool,
    period: usize,
    carried: usize,
    busy: BTreeMap<String, usize>,
    load: BTreeMap<String, usize>,
    /// The switch the overflow goes through, if any.
    control: BTreeMap<String, Option<String>>,
}

impl Simulation {
    fn new(overload: &str, is_early: bool) -> Simulation {
        let mut groups: Vec<String> = STREAMS[..4].iter().map(|s| (*s).to_owned()).collect();
        for end in ["north", "east", "south", "west"] {
            groups.extend([format!("hub_{end}"), format!("relay_{end}")]);
        }
        let mut simulation = Simulation {
            overload: overload.to_owned(),
            is_early,
            period: 1,
            carried: 0,
            busy: groups.into_iter().map(|group| (group, 0)).collect(),
            load: BTreeMap::new(),
            control: BTreeMap::new(),
        };
        for (index, stream) in STREAMS.iter().enumerate() {
            let offered = simulation.offered(stream);
            simulation.load.insert((*stream).to_owned(), offered);
            let hub = (index < 4).then(|| "hub".to_owned());
            simulation.control.insert((*stream).to_owned(), hub);
        }
        simulation
    }

    fn offered(&self, stream: &str) -> usize {
        let is_direct = STREAMS[..4].contains(&stream);
        let (a, b) = ends(stream);
        let first = if self.is_early { 3 } else { 7 };
        let usual = if is_direct { 4 } else { 3 };
        let added = match self.overload.as_str() {
            "everywhere" => 2,
            "across" if !is_direct => 4,
            "across" => 0,
            at if at == format!("at({a})") || at == format!("at({b})") => 4,
            _ => 0,
        };
        match (first..first + 5).contains(&self.period) {
            true => usual + added,
            false => usual,
        }
    }

    /// Makes a move as the rulesheet writes it.
    fn play(&mut self, text: &str) {
        if let Some(setting) = text.strip_prefix("set(") {
            let (stream, control) = setting.split_once(',').expect("a stream and a control");
            let control = control.trim_end_matches(')');
            let via = control.strip_prefix("via(").map(str::to_owned);
            self.control.insert(stream.to_owned(), via);
        }
        let mut left: BTreeMap<String, usize> = self
            .busy
            .iter()
            .map(|(group, busy)| (group.clone(), circuits(group) - busy))
            .collect();
        let mut send = |stream: &str, via: Option<&str>, calls: usize| {
            let groups = route(stream, via);
            let room = groups.iter().map(|group| left[group]).min();
            let sent = calls.min(room.expect("a route has groups"));
            for group in groups {
                *left.get_mut(&group).expect("a group") -= sent;
            }
            sent
        };
        let waiting: Vec<usize> = STREAMS
            .iter()
            .map(|stream| {
                let sent = send(stream, None, self.load[*stream]);
                self.carried += sent;
                self.load[*stream] - sent
            })
            .collect();
        let mut lost = Vec::new();
        for (stream, waiting) in STREAMS.iter().zip(waiting) {
            let sent = match &self.control[*stream] {
                Some(via) => send(stream, Some(via), waiting),
                None => 0,
            };
            self.carried += sent;
            lost.push(waiting - sent);
        }
        self.period += 1;
        for (group, left) in left {
            let used = circuits(&group) - left;
            self.busy.insert(group, used / 2);
        }
        for (stream, lost) in STREAMS.iter().zip(lost) {
            let load = self.offered(stream) + lost / 2;
            self.load.insert((*stream).to_owned(), load);
        }
    }

    fn facts(&self) -> BTreeSet<String> {
        let mut facts = BTreeSet::from([
            format!("period({})", self.period),
            format!("carried({})", self.carried),
            format!("overload({})", self.overload),
            format!("peak({})", if self.is_early { "early" } else { "late" }),
        ]);
        facts.extend(self.busy.iter().map(|(g, n)| format!("busy({g},{n})")));
        if self.period <= PERIODS {
            facts.extend(self.load.iter().map(|(s, n)| format!("load({s},{n})")));
        }
        facts.extend(self.control.iter().map(|(stream, via)| match via {
            Some(via) => format!("control({stream},via({via}))"),
            None => format!("control({stream},cancel)"),
        }));
        facts
    }

    fn offered_in_all(overload: &str, is_early: bool) -> usize {
        let mut simulation = Simulation::new(overload, is_early);
        let mut sum = 0;
        for period in 1..=PERIODS {
            simulation.period = period;
            sum += STREAMS.iter().map(|s| simulation.offered(s)).sum::<usize>();
        }
        sum
    }
}

#[test]
fn the_rulesheet_and_a_simulation_agree_period_by_period() {
    let sheet = find_rulesheet("network").expect("it comes with the program");
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game");
    let mut schedules = BTreeSet::new();
    let mut scratch = Vec::new();
    for number in 0..150 {
        let mut rng = Seed(6).stream(number);
        let mut position = game.initial(&mut rng);
        let facts = |position: &Position| -> BTreeSet<String> {
            let facts = game.facts(position);
            facts.iter().map(Term::to_string).collect()
        };
        let start = facts(&position);
        let drawn = start.iter().find_map(|f| f.strip_prefix("overload("));
        let overload = drawn.and_then(|f| f.strip_suffix(')')).expect("drawn");
        let is_early = start.contains("peak(early)");
        schedules.insert((overload.to_owned(), is_early));
        let mut simulation = Simulation::new(overload, is_early);
        while let Turn::Role(role) = game.turn(&position) {
            assert_eq!(facts(&position), simulation.facts());
            let (mv, among) = game
                .random_choice(&position, role, &mut rng, &mut scratch)
                .expect("somebody's turn");
            // To wait, two other controls for each of the four neighbours'
            // streams, three for each of the two across.
            assert_eq!(among, 1 + 4 * 2 + 2 * 3);
            simulation.play(&game.move_term(mv).to_string());
            game.play_unchecked(&mut position, mv);
        }
        assert_eq!(facts(&position), simulation.facts());
        assert_eq!(simulation.period, PERIODS + 1);
        let offered = Simulation::offered_in_all(overload, is_early);
        let goal = 100 * simulation.carried / offered;
        assert_eq!(usize::from(game.goal(&position, Role(0))), goal);
    }
    assert_eq!(schedules.len(), 12, "chance draws every schedule");
}
