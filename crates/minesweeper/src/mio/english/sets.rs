//! Sets of covered squares in words.

use stratalog_game::words::list;
use stratalog_logic::Var;

/// What squares a set has.
#[derive(Clone, PartialEq, Eq)]
enum Squares {
    /// Those next to a number.
    NextTo(Var),
    /// All that are covered and not marked.
    All,
    /// Those of a set that are not in another.
    Without(Box<Squares>, Box<Squares>),
}

/// The sets of a rule.
#[derive(Default)]
pub struct Sets {
    known: Vec<(Var, Squares)>,
    /// How many of the sets are next to a number.
    numbers: usize,
    /// The numbers in the order in which they are mentioned, each known by the set of
    /// the squares next to it.
    mentioned: Vec<Var>,
    /// The set that "such squares" refers to.
    such: Option<Var>,
}

const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];
const CARDINALS: [&str; 4] = ["one", "two", "three", "four"];

impl Sets {
    pub fn add_number(&mut self, set: Var) {
        self.numbers += 1;
        self.known.push((set, Squares::NextTo(set)));
    }

    pub fn add_all(&mut self, set: Var) {
        self.known.push((set, Squares::All));
    }

    pub fn add_difference(&mut self, from: Var, less: Var, set: Var) {
        let squares = Squares::Without(
            Box::new(self.squares_of(from)),
            Box::new(self.squares_of(less)),
        );
        self.known.push((set, squares));
    }

    /// Whether the rule speaks of sets.
    pub fn is_used(&self) -> bool {
        !self.known.is_empty()
    }

    fn squares_of(&self, set: Var) -> Squares {
        let found = self.known.iter().find(|(known, _)| *known == set);
        found.map_or(Squares::All, |(_, squares)| squares.clone())
    }

    /// Where a square of the set is.
    pub fn place_in(&mut self, set: Var) -> String {
        self.such = Some(set);
        let squares = self.squares_of(set);
        self.place(&squares)
    }

    /// The squares of a set as a noun.
    pub fn squares(&mut self, set: Var) -> String {
        if self.such == Some(set) {
            return "such squares".to_owned();
        }
        match self.squares_of(set) {
            Squares::All => "covered squares".to_owned(),
            squares => format!("covered squares {}", self.place(&squares)),
        }
    }

    /// A set has these mines, for example "no mine".
    pub fn mines(&mut self, set: Var, mines: &str) -> String {
        match self.squares_of(set) {
            Squares::NextTo(number) => format!("{} has {mines} left", self.that(number)),
            Squares::All => format!("the board has {mines} left"),
            squares @ Squares::Without(..) => {
                let for_squares = self.squares(set);
                format!("{} {mines} for {for_squares}", self.sources_leave(&squares))
            }
        }
    }

    /// A set has a mine on each of its squares.
    pub fn full_of_mines(&mut self, set: Var) -> String {
        match self.squares_of(set) {
            Squares::NextTo(number) => {
                let that = self.that(number);
                format!("{that} has as many mines left as covered neighbours")
            }
            Squares::All => "as many mines are left as covered squares".to_owned(),
            squares @ Squares::Without(..) => {
                let each = match self.such == Some(set) {
                    true => "each such square".to_owned(),
                    false => format!("each of the {}", self.squares(set)),
                };
                format!("{} a mine for {each}", self.sources_leave(&squares))
            }
        }
    }

    fn place(&mut self, squares: &Squares) -> String {
        let mut excluded = Vec::new();
        let mut base = squares;
        while let Squares::Without(from, less) = base {
            excluded.push(less.as_ref());
            base = from;
        }
        excluded.reverse();
        let Squares::NextTo(number) = base else {
            return self.outside(&excluded);
        };
        let place = format!("next to {}", self.mention(*number, "a"));
        if excluded.is_empty() {
            return place;
        }
        format!("{place} but {}", self.outside(&excluded))
    }

    /// In none of these sets.
    fn outside(&mut self, excluded: &[&Squares]) -> String {
        if let [Squares::NextTo(one), Squares::NextTo(other)] = excluded {
            if self.numbers == 2 && self.mentioned.is_empty() {
                self.mentioned = vec![*one, *other];
                return "next to neither of two numbers".to_owned();
            }
            let (one, other) = (self.mention(*one, "a"), self.mention(*other, "a"));
            return format!("next to neither {one} nor {other}");
        }
        let parts: Vec<String> = excluded
            .iter()
            .map(|squares| match squares {
                Squares::All => "not covered".to_owned(),
                Squares::NextTo(number) => {
                    format!("not next to {}", self.mention(*number, "a certain"))
                }
                Squares::Without(..) => format!("not one of those {}", self.place(squares)),
            })
            .collect();
        list(&parts)
    }

    /// A number, introduced where it was not mentioned before; a single one by this
    /// article.
    fn mention(&mut self, number: Var, one: &str) -> String {
        if self.mentioned.contains(&number) {
            return self.that(number);
        }
        self.mentioned.push(number);
        match (self.numbers, self.mentioned.len()) {
            (1, _) => format!("{one} number"),
            (2, 1) => "one number".to_owned(),
            (2, _) => "another".to_owned(),
            (all, 1) => format!("the first of {} numbers", cardinal(all)),
            (_, place) => format!("the {}", ordinal(place)),
        }
    }

    /// A number that was mentioned, or is the only one.
    fn that(&mut self, number: Var) -> String {
        let place = self.mentioned.iter().position(|&other| other == number);
        match place {
            None => self.mention(number, "a"),
            Some(_) if self.numbers == 1 => "that number".to_owned(),
            Some(place) => format!("the {} number", ordinal(place + 1)),
        }
    }

    /// What the mines of a set follow from, and its verb.
    fn sources_leave(&mut self, squares: &Squares) -> String {
        let mut numbers = Vec::new();
        let mut is_all = false;
        let mut rest = vec![squares];
        while let Some(squares) = rest.pop() {
            match squares {
                Squares::All => is_all = true,
                Squares::NextTo(number) => numbers.push(*number),
                Squares::Without(from, less) => rest.extend([from.as_ref(), less.as_ref()]),
            }
        }
        let subject = match numbers.as_slice() {
            [number] => self.that(*number),
            numbers => format!("the {} numbers", cardinal(numbers.len())),
        };
        match is_all {
            true => format!("{subject} and the count of all mines leave"),
            false => format!("{subject} leave"),
        }
    }
}

fn ordinal(place: usize) -> String {
    let word = ORDINALS.get(place - 1);
    word.map_or_else(|| format!("{place}th"), |word| (*word).to_owned())
}

fn cardinal(count: usize) -> String {
    let word = count.checked_sub(1).and_then(|place| CARDINALS.get(place));
    word.map_or_else(|| count.to_string(), |word| (*word).to_owned())
}
