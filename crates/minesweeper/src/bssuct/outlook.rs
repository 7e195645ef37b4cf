//! What a planner knows of a view: the boards that are left, and what a player
//! should do. An outlook follows from the numbers that are shown and from nothing
//! else, so that outlooks can be remembered from game to game.

use std::sync::Arc;

use crate::belief::{Belief, BeliefError, Fact, Knowledge, Tables};
use crate::{Board, Field, Minesweeper, Site};
use stratalog_run::Stream;

use crate::bssuct::listed::{Frame, Listed};
use crate::bssuct::recent::Recent;
use crate::bssuct::shown::Shown;
use crate::bssuct::source::Source;
use crate::bssuct::view_key::{Symmetries, ViewKey};

/// What is known of a view.
#[derive(Debug)]
pub(crate) struct Outlook {
    pub key: ViewKey,
    pub prospect: Prospect,
    left: Left,
}

/// The boards that are left.
#[derive(Debug)]
enum Left {
    /// Not looked at: single numbers show squares that are safe, or all of
    /// them together do.
    Unsettled {
        shown: Vec<(Site, u8)>,
    },
    Counted {
        shown: Vec<(Site, u8)>,
        knowledge: Box<Knowledge>,
        belief: Box<Belief>,
    },
    Listed(Listed),
}

/// What a player should do in a position.
#[derive(Debug, Clone)]
pub(crate) enum Prospect {
    /// Nothing: only mines are left.
    Won,
    /// To open these squares, which are certainly safe.
    Safe(Vec<Site>),
    /// To guess: the squares that may or may not be mines, safest first.
    Guess(Vec<Choice>),
}

/// A square that may be opened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Choice {
    pub site: Site,
    /// The probability that it is no mine.
    pub survival: f64,
}

impl Outlook {
    /// The squares that may be guessed, safest first.
    pub fn choices(&self) -> &[Choice] {
        match &self.prospect {
            Prospect::Guess(choices) => choices,
            Prospect::Won | Prospect::Safe(_) => &[],
        }
    }

    /// The numbers its view shows, on a board of so many squares.
    pub fn shown(&self, squares: usize) -> Shown {
        match &self.left {
            Left::Unsettled { shown } | Left::Counted { shown, .. } => Shown::new(shown, squares),
            Left::Listed(listed) => Shown::new(&listed.shown(), squares),
        }
    }

    /// About how much memory it takes, remembered.
    pub fn bytes(&self) -> usize {
        let prospect = match &self.prospect {
            Prospect::Won => 0,
            Prospect::Safe(safe) => size_of_val(safe.as_slice()),
            Prospect::Guess(choices) => size_of_val(choices.as_slice()),
        };
        let left = match &self.left {
            Left::Unsettled { shown } => size_of_val(shown.as_slice()),
            Left::Counted { knowledge, .. } => BYTES_OF_A_SQUARE * knowledge.grid().len(),
            Left::Listed(listed) => listed.len() * size_of::<u64>(),
        };
        2 * (size_of::<Outlook>() + size_of::<ViewKey>()) + prospect + left
    }

    /// The natural logarithm of the number of boards that are left.
    pub fn ln_boards(&self) -> f64 {
        match &self.left {
            Left::Unsettled { .. } => 0.0,
            Left::Counted { belief, .. } => belief.ln_solutions(),
            Left::Listed(listed) => (listed.len() as f64).ln(),
        }
    }

    /// A board that is left where a guess is needed; nothing when the source
    /// finds none. A board in which `safe` is no mine.
    pub fn draw(&self, source: Source, safe: Option<Site>, rng: &mut Stream) -> Option<Field> {
        loop {
            let field = match &self.left {
                Left::Unsettled { .. } => return None,
                Left::Counted {
                    knowledge, belief, ..
                } => source.draw(knowledge, belief, rng)?,
                Left::Listed(listed) => listed.draw(rng),
            };
            match safe {
                Some(site) if field.is_mine(site) => {}
                _ => return Some(field),
            }
        }
    }
}

/// The outlooks of one board's views, remembered.
#[derive(Debug)]
pub(crate) struct Outlooks {
    game: Minesweeper,
    /// Made for sources that know the probabilities; the others draw boards
    /// by what is known, not from a list.
    frame: Option<Arc<Frame>>,
    symmetries: Symmetries,
    tables: Tables,
    known: Recent,
    /// Whether the board is so small that what an episode meets is likely to
    /// be met again; otherwise only what the tree has is remembered.
    do_views_recur: bool,
}

/// The bytes that remembered outlooks may take. With four times as many,
/// planning is hardly faster.
const MOST_BYTES: usize = 2 << 20;
/// The bytes of counted boards, for each square.
const BYTES_OF_A_SQUARE: usize = 80;

/// A board with at most this number of mine layouts has views that recur.
const FEW_FIELDS: f64 = 20_000.0;

impl Outlooks {
    /// An empty memory for a game.
    pub fn new(game: &Minesweeper, source: Source) -> Outlooks {
        Outlooks::within(MOST_BYTES, game, source)
    }

    /// An empty memory of this many bytes.
    pub fn within(bytes: usize, game: &Minesweeper, source: Source) -> Outlooks {
        Outlooks {
            game: game.clone(),
            frame: Frame::new(game.grid()).filter(|_| source.is_exact()),
            symmetries: Symmetries::of(game.size()),
            tables: Tables::new(game.size()),
            known: Recent::within(bytes),
            do_views_recur: fields(game.size()) <= FEW_FIELDS,
        }
    }

    /// Whether these are outlooks of this game.
    pub fn is_of(&self, game: &Minesweeper) -> bool {
        self.game.size() == game.size() && self.game.first_move() == game.first_move()
    }

    /// The squares that may be guessed, safest first; of those that a symmetry
    /// of the view makes the same, one.
    pub fn different_choices(&self, outlook: &Outlook) -> Vec<Choice> {
        let mut choices = outlook.choices().to_vec();
        for symmetry in self.symmetries.fixing(outlook.key) {
            choices.retain(|choice| symmetry[choice.site.index()] >= choice.site.index());
        }
        choices
    }

    /// The outlook of the view that shows these numbers.
    pub fn of(&mut self, shown: Vec<(Site, u8)>) -> Result<Arc<Outlook>, BeliefError> {
        let numbers = shown.iter();
        let key = numbers.fold(ViewKey::default(), |key, &(site, number)| {
            self.symmetries.with(key, site, number)
        });
        match self.known.get(key) {
            Some(known) => Ok(known),
            None => {
                let outlook = Arc::new(self.settle(key, shown)?);
                self.remember(&outlook);
                Ok(outlook)
            }
        }
    }

    /// Opens a square of the field, then everything that is certainly safe, to
    /// the next guess or the end; nothing when a mine is opened.
    pub fn open(
        &mut self,
        from: &Arc<Outlook>,
        site: Site,
        field: &Field,
    ) -> Result<Option<Arc<Outlook>>, BeliefError> {
        let mut from = Arc::clone(from);
        let mut is_guess = true;
        loop {
            let opened = match &from.prospect {
                Prospect::Safe(safe) if !is_guess => safe.as_slice(),
                _ => std::slice::from_ref(&site),
            };
            is_guess = false;
            let mut key = from.key;
            for &site in opened {
                let Some(number) = field.number(site) else {
                    return Ok(None);
                };
                key = self.symmetries.with(key, site, number);
            }
            let next = match self.known.get(key) {
                Some(known) => known,
                None => {
                    let numbers = opened
                        .iter()
                        .filter_map(|&site| Some((site, field.number(site)?)));
                    let outlook = Arc::new(self.after(&from, key, numbers)?);
                    if self.do_views_recur || matches!(outlook.left, Left::Unsettled { .. }) {
                        self.remember(&outlook);
                    }
                    outlook
                }
            };
            match next.prospect {
                Prospect::Safe(_) => from = next,
                Prospect::Won | Prospect::Guess(_) => return Ok(Some(next)),
            }
        }
    }

    /// Remembers an outlook that is likely to be met again.
    pub fn remember(&mut self, outlook: &Arc<Outlook>) {
        self.known.insert(Arc::clone(outlook));
    }

    /// The outlook after more numbers.
    fn after(
        &mut self,
        from: &Outlook,
        key: ViewKey,
        numbers: impl Iterator<Item = (Site, u8)>,
    ) -> Result<Outlook, BeliefError> {
        match &from.left {
            Left::Listed(listed) => {
                let mut listed = listed.clone();
                for (site, number) in numbers {
                    listed.observe(site, number)?;
                }
                Ok(Outlook {
                    key,
                    prospect: listed.prospect(),
                    left: Left::Listed(listed),
                })
            }
            Left::Unsettled { shown } | Left::Counted { shown, .. } => {
                let mut shown = shown.clone();
                shown.extend(numbers);
                self.settle(key, shown)
            }
        }
    }

    /// Works out an outlook: certainly safe squares come first, those found by
    /// numbers taken singly before those found by all of them together.
    fn settle(&mut self, key: ViewKey, mut shown: Vec<(Site, u8)>) -> Result<Outlook, BeliefError> {
        // The numbers are sorted: rounding and ties must not depend on the order
        // in which they were seen.
        shown.sort_unstable();
        let (board, grid) = (self.game.size(), self.game.grid());
        let mut knowledge = Knowledge::new(board, Arc::clone(grid));
        for &(site, number) in &shown {
            knowledge.observe(site, number)?;
        }
        let unsettled = |prospect, shown| Outlook {
            key,
            prospect,
            left: Left::Unsettled { shown },
        };
        if shown.len() + board.mines() == board.squares() {
            return Ok(unsettled(Prospect::Won, shown));
        }
        if let Some(safe) = safe_squares(&knowledge) {
            return Ok(unsettled(Prospect::Safe(safe), shown));
        }
        let belief = Belief::new(&mut knowledge, &mut self.tables)?;
        knowledge.learn_all(belief.certain().iter().copied())?;
        if let Some(safe) = safe_squares(&knowledge) {
            return Ok(unsettled(Prospect::Safe(safe), shown));
        }
        let listed = self.frame.as_ref();
        if let Some(listed) = listed.and_then(|frame| Listed::new(frame, &knowledge, &belief)) {
            return Ok(Outlook {
                key,
                prospect: listed.prospect(),
                left: Left::Listed(listed),
            });
        }
        Ok(Outlook {
            key,
            prospect: Prospect::Guess(by_risk(&knowledge, &belief)),
            left: Left::Counted {
                shown,
                knowledge: Box::new(knowledge),
                belief: Box::new(belief),
            },
        })
    }
}

/// How many ways there are to lay a board's mines.
fn fields(board: Board) -> f64 {
    let (squares, mines) = (board.squares(), board.mines());
    (0..mines).fold(1.0, |ways, laid| {
        ways * (squares - laid) as f64 / (laid + 1) as f64
    })
}

fn safe_squares(knowledge: &Knowledge) -> Option<Vec<Site>> {
    let sites = knowledge.grid().sites();
    let safe: Vec<Site> = sites
        .filter(|&site| knowledge.fact(site) == Fact::Safe)
        .collect();
    (!safe.is_empty()).then_some(safe)
}

/// The squares that may or may not be mines, safest first.
fn by_risk(knowledge: &Knowledge, belief: &Belief) -> Vec<Choice> {
    let sites = knowledge.grid().sites();
    let mut choices: Vec<Choice> = sites
        .filter(|&site| knowledge.fact(site) == Fact::Unknown)
        .map(|site| Choice {
            site,
            survival: 1.0 - belief.mine_probability(site),
        })
        .collect();
    choices.sort_by(|a, b| b.survival.total_cmp(&a.survival));
    choices
}
