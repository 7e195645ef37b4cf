//! Learned clauses made ready to be applied to scenes.
//!
//! A clause over the predicates of Table 1 becomes a list of steps over numbered
//! slots, tried in order with backtracking, and a plan that finds all tiles at
//! once. The same clause asked of the background knowledge in Prolog gives the
//! same answers.

use crate::Site;
use crate::belief::Fact;
use crate::why::RuleStep;
use smallvec::SmallVec;
use stratalog_logic::{Clause, Term, TermWriter, Var};

use super::cases::CaseClause;
use super::plan::Plan;
use super::reasoner::{Contradiction, Refutation};
use super::scene::{Scene, SetId};
use super::supposition::Suppositions;
use stratalog_ilp::error::Error;

/// What a rule concludes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Target {
    /// The tile is no mine.
    Safe,
    /// The tile is a mine.
    Mine,
    /// No layout of mines fits the board, of which something is supposed.
    Absurd,
}

impl Target {
    /// The predicate's name.
    pub fn name(self) -> &'static str {
        match self {
            Target::Safe => "safe",
            Target::Mine => "mine",
            Target::Absurd => "absurd",
        }
    }

    /// The target with this name.
    pub fn named(name: &str) -> Option<Target> {
        let mut all = [Target::Safe, Target::Mine, Target::Absurd].into_iter();
        all.find(|target| target.name() == name)
    }
}

/// A clause that says of a tile that it is safe, or a mine; or of a board that
/// it is absurd.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it is called: S-1, M-1 and so on.
    pub name: String,
    /// What it concludes.
    pub target: Target,
    /// The clause.
    pub clause: Term,
    pub(super) plan: Plan,
    pub(super) refutations: Vec<Refutation>,
    /// The body, if it is about boards.
    pub(super) case: CaseClause,
    steps: Vec<Step>,
    slots: usize,
    length: usize,
    rank: usize,
}

/// The most literals a rule may have.
const LONGEST: usize = 64;

pub(super) type Slot = usize;

/// A literal over the tile's own board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Zone { zone: Slot },
    DeterminedTiles { zone: Slot },
    BoardSet { set: Slot },
    TotalMinesLeft { count: Count },
    AllMinesInFringe { set: Slot },
    SetOfNumber { number: Slot, zone: Slot, set: Slot },
    Difference { a: Slot, b: Slot, set: Slot },
    InSet { set: Slot },
    Length { set: Slot, count: Count },
    Mines { set: Slot, count: Count },
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Count {
    Slot(Slot),
    Constant(i64),
}

impl Step {
    /// The slots that must have a value before.
    pub fn inputs(&self) -> SmallVec<[Slot; 2]> {
        match *self {
            Step::SetOfNumber { zone, .. } => SmallVec::from_slice(&[zone]),
            Step::Difference { a, b, .. } => SmallVec::from_slice(&[a, b]),
            Step::InSet { set } | Step::Length { set, .. } | Step::Mines { set, .. } => {
                SmallVec::from_slice(&[set])
            }
            Step::Zone { .. }
            | Step::DeterminedTiles { .. }
            | Step::BoardSet { .. }
            | Step::TotalMinesLeft { .. }
            | Step::AllMinesInFringe { .. } => SmallVec::new(),
        }
    }

    /// The slots that have a value afterwards.
    pub fn outputs(&self) -> SmallVec<[Slot; 2]> {
        match *self {
            Step::Zone { zone } | Step::DeterminedTiles { zone } => SmallVec::from_slice(&[zone]),
            Step::SetOfNumber { number, set, .. } => SmallVec::from_slice(&[number, set]),
            Step::BoardSet { set }
            | Step::AllMinesInFringe { set }
            | Step::Difference { set, .. } => SmallVec::from_slice(&[set]),
            Step::TotalMinesLeft { count }
            | Step::Length { count, .. }
            | Step::Mines { count, .. } => match count {
                Count::Slot(slot) => SmallVec::from_slice(&[slot]),
                Count::Constant(_) => SmallVec::new(),
            },
            Step::InSet { .. } => SmallVec::new(),
        }
    }

    /// Whether it says where mines are, where others work with what is said.
    pub fn is_source(&self) -> bool {
        matches!(
            self,
            Step::SetOfNumber { .. } | Step::BoardSet { .. } | Step::AllMinesInFringe { .. }
        )
    }
}

/// The value of the zone of all determined tiles; other zones have the number of
/// their tile.
const WHOLE_ZONE: i64 = -1;

/// The values of a rule's slots.
type Values = SmallVec<[Option<i64>; 16]>;

impl Rule {
    /// Compiles a clause `safe(Tile, Board) :- ...`, `mine(Tile, Board) :- ...`
    /// or `absurd(Board) :- ...`.
    pub fn new(name: impl Into<String>, clause: &Term) -> Result<Rule, Error> {
        let wrong = |what: &str| {
            let text = TermWriter::new().clause(clause);
            Error::Strategy(format!("the rule {text} cannot be used: {what}"))
        };
        let Clause {
            head,
            body: literals,
        } = Clause::from_term(clause);
        let target = match head.functor().map(|functor| functor.to_string()).as_deref() {
            Some("safe/2") => Target::Safe,
            Some("mine/2") => Target::Mine,
            Some("absurd/1") => Target::Absurd,
            _ => {
                return Err(wrong(
                    "its head is none of safe(Tile,Board), mine(Tile,Board), absurd(Board)",
                ));
            }
        };
        if literals.len() > LONGEST {
            return Err(wrong("it is too long"));
        }
        let unknown = |literal: &Term| {
            let text = TermWriter::new().term(literal);
            wrong(&format!("{text} is not one of the background's predicates"))
        };
        let (tile, board) = match head.args() {
            [Term::Var(tile), Term::Var(board)] => (tile, board),
            [Term::Var(board)] => {
                return Ok(Rule {
                    name: name.into(),
                    target,
                    clause: clause.clone(),
                    plan: Plan::default(),
                    refutations: Vec::new(),
                    case: CaseClause::read(*board, &literals).map_err(unknown)?,
                    steps: Vec::new(),
                    slots: 0,
                    length: literals.len(),
                    rank: usize::MAX,
                });
            }
            _ => return Err(wrong("its head's arguments are not variables")),
        };
        let mut slots: Vec<Var> = Vec::new();
        let mut steps = Vec::new();
        let mut suppositions = Suppositions::about(*tile, *board);
        for literal in &literals {
            if suppositions.read(literal) {
                continue;
            }
            let reader = StepReader {
                tile: *tile,
                board: *board,
            };
            let step = reader.read(literal, &mut slots);
            steps.push(step.ok_or_else(|| unknown(literal))?);
        }
        Ok(Rule {
            name: name.into(),
            target,
            clause: clause.clone(),
            plan: Plan::of(&steps, slots.len()),
            rank: rank(&steps, suppositions.refutations()),
            refutations: suppositions.into_refutations(),
            case: CaseClause::default(),
            steps,
            slots: slots.len(),
            length: literals.len(),
        })
    }

    /// How many literals the body has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// How hard the rule is to see: the numbers it looks at, the count of all
    /// mines being one; or one more than the rank of the rules by which it
    /// refutes a supposition. A rule that distinguishes cases within cases is beyond
    /// any rank.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// What is tried first: rules about numbers, then those that count all
    /// mines, then those that suppose something and draw consequences, then
    /// those that look at cases; each from the simplest on.
    pub fn order(&self) -> impl Ord + use<> {
        let kind = match (self.target, self.supposes()) {
            (Target::Absurd, _) => 4,
            _ if self.rank == usize::MAX => 3,
            (_, true) => 2,
            (_, false) => u8::from(self.counts_all_mines()),
        };
        (kind, self.rank, self.length, self.target)
    }

    /// Whether it uses the number of all mines.
    pub fn counts_all_mines(&self) -> bool {
        self.steps.iter().any(|step| {
            matches!(
                step,
                Step::TotalMinesLeft { .. }
                    | Step::AllMinesInFringe { .. }
                    | Step::DeterminedTiles { .. }
                    | Step::BoardSet { .. }
            )
        })
    }

    /// Whether it supposes something.
    pub fn supposes(&self) -> bool {
        !self.refutations.is_empty()
    }

    /// Whether it supposes something, or is about boards on which something is
    /// supposed.
    pub fn is_about_supposing(&self) -> bool {
        self.supposes() || self.target == Target::Absurd
    }

    /// What the rule was applied to when it concluded something of a tile.
    pub(crate) fn step(&self, scene: &mut Scene, tile: Site) -> RuleStep {
        let numbers = self.fires(scene, tile).unwrap_or_default();
        let grid = scene.grid();
        let around = numbers.iter().flat_map(|&number| grid.neighbours(number));
        let is_mine = |site: &Site| scene.fact(*site) == Fact::Mine;
        let mut known_mines: Vec<Site> = around.copied().filter(is_mine).collect();
        known_mines.sort_unstable();
        known_mines.dedup();
        RuleStep {
            rule: self.name.clone(),
            numbers,
            known_mines,
            counts_all_mines: self.counts_all_mines(),
            supposes: self.supposes(),
        }
    }

    /// The numbers the rule used, if it applies to the tile. What it supposes
    /// is not checked: [`Reasoner`](super::reasoner::Reasoner) finds the tiles that the whole
    /// rule applies to.
    pub fn fires(&self, scene: &mut Scene, tile: Site) -> Option<Vec<Site>> {
        let mut values: Values = SmallVec::from_elem(None, self.slots);
        let mut firing = Firing {
            tile,
            zone: Vec::new(),
            scene,
        };
        if !firing.satisfy(&self.steps, &mut values) {
            return None;
        }
        let mut used: Vec<Site> = Vec::new();
        for step in &self.steps {
            if let Step::SetOfNumber { number, .. } = step
                && let Some(site) = values[*number]
                && !used.contains(&Site::new(site as usize))
            {
                used.push(Site::new(site as usize));
            }
        }
        Some(used)
    }
}

/// See [`Rule::rank`].
fn rank(steps: &[Step], refutations: &[Refutation]) -> usize {
    let sources = steps.iter().filter(|step| step.is_source()).count();
    let supposed = refutations.iter().map(|refutation| {
        let deepest = refutation.ranks.iter().max();
        match refutation.contradiction {
            Contradiction::Absurd => usize::MAX,
            Contradiction::Impossible => deepest.map_or(1, |rank| rank.saturating_add(1)),
        }
    });
    supposed.chain([sources.max(1)]).max().unwrap_or(1)
}

struct StepReader {
    tile: Var,
    board: Var,
}

impl StepReader {
    fn read(&self, literal: &Term, slots: &mut Vec<Var>) -> Option<Step> {
        let mut slot = |term: &Term| match term {
            Term::Var(var) if *var != self.tile && *var != self.board => {
                let known = slots.iter().position(|other| other == var);
                Some(known.unwrap_or_else(|| {
                    slots.push(*var);
                    slots.len() - 1
                }))
            }
            _ => None,
        };
        let is_tile = |term: &Term| *term == Term::Var(self.tile);
        let is_board = |term: &Term| *term == Term::Var(self.board);
        let functor = literal.functor()?;
        Some(match (functor.name.as_str(), literal.args()) {
            ("zoneOfInterest", [tile, board, zone]) if is_tile(tile) && is_board(board) => {
                Step::Zone { zone: slot(zone)? }
            }
            ("determinedTiles", [board, zone]) if is_board(board) => {
                Step::DeterminedTiles { zone: slot(zone)? }
            }
            ("boardHasXMines", [board, set]) if is_board(board) => {
                Step::BoardSet { set: slot(set)? }
            }
            ("totalMinesLeft", [board, count]) if is_board(board) => Step::TotalMinesLeft {
                count: match count {
                    Term::Integer(value) => Count::Constant(*value),
                    other => Count::Slot(slot(other)?),
                },
            },
            ("allMinesInFringe", [board, set]) if is_board(board) => {
                Step::AllMinesInFringe { set: slot(set)? }
            }
            ("setHasXMines", [number, board, zone, set]) if is_board(board) => Step::SetOfNumber {
                number: slot(number)?,
                zone: slot(zone)?,
                set: slot(set)?,
            },
            ("diffSetHasXMines", [a, b, set]) => Step::Difference {
                a: slot(a)?,
                b: slot(b)?,
                set: slot(set)?,
            },
            ("inSet", [tile, set]) if is_tile(tile) => Step::InSet { set: slot(set)? },
            ("lengthSet", [set, count]) => Step::Length {
                set: slot(set)?,
                count: match count {
                    Term::Integer(value) => Count::Constant(*value),
                    other => Count::Slot(slot(other)?),
                },
            },
            ("minesInSet", [set, count]) => Step::Mines {
                set: slot(set)?,
                count: match count {
                    Term::Integer(value) => Count::Constant(*value),
                    other => Count::Slot(slot(other)?),
                },
            },
            _ => return None,
        })
    }
}

/// One attempt to apply a rule.
struct Firing<'a> {
    tile: Site,
    zone: Vec<Site>,
    scene: &'a mut Scene,
}

impl Firing<'_> {
    /// Whether the steps can be satisfied; depth is at most [`LONGEST`].
    fn satisfy(&mut self, steps: &[Step], values: &mut Values) -> bool {
        let Some((step, rest)) = steps.split_first() else {
            return true;
        };
        match *step {
            Step::Zone { zone } => {
                if self.zone.is_empty() {
                    self.zone = self.scene.zone(self.tile);
                }
                let id = self.tile.index() as i64;
                self.with(&[(zone, id)], rest, values)
            }
            Step::DeterminedTiles { zone } => self.with(&[(zone, WHOLE_ZONE)], rest, values),
            Step::BoardSet { set } => match self.scene.whole_board() {
                Some(id) => self.with(&[(set, i64::from(id))], rest, values),
                None => false,
            },
            Step::TotalMinesLeft { count } => {
                let left = self.scene.total_mines_left();
                self.count(count, left, rest, values)
            }
            Step::AllMinesInFringe { set } => match self.scene.all_mines_in_fringe() {
                Some(id) => self.with(&[(set, i64::from(id))], rest, values),
                None => false,
            },
            Step::SetOfNumber { number, zone, set } => {
                let near = self.tile.index() as i64;
                let candidates = match values[zone] {
                    Some(WHOLE_ZONE) => self.scene.determined(),
                    Some(zone) if zone == near => self.zone.clone(),
                    _ => return false,
                };
                candidates.into_iter().any(|witness| {
                    let id = self.scene.own_set(witness);
                    id.is_some_and(|id| {
                        let pairs = [(number, witness.index() as i64), (set, i64::from(id))];
                        self.with(&pairs, rest, values)
                    })
                })
            }
            Step::Difference { a, b, set } => {
                let (Some(first), Some(second)) = (values[a], values[b]) else {
                    return false;
                };
                match self.scene.difference(first as SetId, second as SetId) {
                    Some(id) => self.with(&[(set, i64::from(id))], rest, values),
                    None => false,
                }
            }
            Step::InSet { set } => {
                let is_in =
                    values[set].is_some_and(|id| self.scene.set(id as SetId).contains(self.tile));
                is_in && self.satisfy(rest, values)
            }
            Step::Length { set, count } => match values[set] {
                Some(id) => {
                    let length = self.scene.set(id as SetId).squares.len() as i64;
                    self.count(count, length, rest, values)
                }
                None => false,
            },
            Step::Mines { set, count } => match values[set] {
                Some(id) => {
                    let mines = i64::from(self.scene.set(id as SetId).mines);
                    self.count(count, mines, rest, values)
                }
                None => false,
            },
        }
    }

    fn count(&mut self, count: Count, value: i64, rest: &[Step], values: &mut Values) -> bool {
        match count {
            Count::Constant(constant) => constant == value && self.satisfy(rest, values),
            Count::Slot(slot) => self.with(&[(slot, value)], rest, values),
        }
    }

    /// Goes on with these slots filled; what was filled here is emptied again
    /// when that fails.
    fn with(&mut self, pairs: &[(Slot, i64)], rest: &[Step], values: &mut Values) -> bool {
        let mut filled: SmallVec<[Slot; 2]> = SmallVec::new();
        for &(slot, value) in pairs {
            match values[slot] {
                Some(known) if known != value => {
                    filled.iter().for_each(|&slot| values[slot] = None);
                    return false;
                }
                Some(_) => {}
                None => {
                    values[slot] = Some(value);
                    filled.push(slot);
                }
            }
        }
        if self.satisfy(rest, values) {
            return true;
        }
        filled.iter().for_each(|&slot| values[slot] = None);
        false
    }
}
