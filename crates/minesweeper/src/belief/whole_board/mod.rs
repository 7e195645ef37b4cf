//! Exact play on a whole board of few squares.
//!
//! A position is the set of fields that agree with what is open, or, which is
//! the same, the open squares and their numbers: its key is exact. Squares safe
//! on all fields are opened at once, for nothing is lost by it; what they show
//! splits the set into parts in which every covered square is uncertain or a
//! mine. There each square that may be opened splits the fields on which it is
//! safe in the same way, and the best square is the one after which most fields
//! are won. Values are whole numbers of fields, so they are exact.
//!
//! A square is tried only while its bound, the sum over the numbers it may show
//! of the fields that the next move survives, is above the best value found. It
//! is not tried if it can show only one number while another square can show
//! several, for what tells nothing may as well be opened last; nor if it is a
//! mine wherever some other square is that may show several: where it is safe so
//! is the other, and to open both loses nothing. A set that is the product of
//! two, one for squares that lie apart from the rest, is worth the product of
//! theirs. Sets of at most 64 fields are searched as bits ([`few`]). Values are
//! kept in a table of bounded size; those that took long can be saved, so that a
//! search that was killed resumes ([`saved`]).

mod adding;
mod few;
mod few_search;
mod geometry;
mod opened;
mod saved;
mod table;

use crate::{Board, Grid, Site};
use stratalog_run::{Control, SavedState, StateError};

use self::adding::add_up;
use self::few::{Few, Part};
use self::geometry::{Geometry, MINE, squares};
use self::opened::{Key, Opened, Symmetries};
use self::saved::{Progress, Saving};
use self::table::{Table, Value};
use super::endgame::EndgameMove;
use super::mine_counts::MineCounts;
use super::small_board::symmetries;

/// Searches positions of one board to the end.
#[derive(Debug)]
pub(crate) struct WholeBoard<'s> {
    geometry: Geometry,
    symmetries: Symmetries,
    table: Table,
    positions: u64,
    work: u64,
    /// The work after which the control is asked, or the search ends.
    work_limit: u64,
    /// The work after which the search ends.
    most_work: u64,
    /// Ends the search when it is stopped.
    control: Option<Control>,
    saving: Option<Saving<'s>>,
    /// Room kept from set to set.
    lists: Vec<Vec<u32>>,
    shown: Vec<u8>,
    #[expect(clippy::vec_box, reason = "sets are large, and moved out while in use")]
    sets: Vec<Box<Few>>,
    parts: Vec<Part>,
}

/// The work between two checks of a [`Control`]: some 50 milliseconds.
const WORK_BETWEEN_CHECKS: u64 = 10_000_000;
/// Positions in the table by default: 80 megabytes.
const POSITIONS: usize = 1 << 22;
/// Positions of this number of fields and more are kept in the table.
const FEWEST_KEPT: u32 = 4;
/// Positions of this number of fields and more are kept before the squares that
/// are safe are opened, too.
const FEWEST_KEPT_OPEN: u32 = 16;

/// The work limit was reached, or the search was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OutOfWork;

/// What a search of the best move found.
#[derive(Debug, Clone, Copy)]
struct Found {
    value: u32,
    square: Option<usize>,
}

/// A square that may be opened, with a bound of the fields won after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    bound: u32,
    safe: u32,
    square: usize,
}

/// Sets of fields side by side, each without a square that is certainly safe.
#[derive(Debug, Default)]
struct ClosedSets {
    fields: Vec<u32>,
    sets: Vec<ClosedSet>,
    /// Fields won in sets whose value is known.
    sure: u32,
}

#[derive(Debug, Clone, Copy)]
struct ClosedSet {
    begin: usize,
    end: usize,
    opened: Opened,
    /// No play wins more of the fields than this.
    bound: u32,
}

impl ClosedSets {
    fn add(&mut self, fields: &[u32], opened: Opened, bound: u32) {
        let begin = self.fields.len();
        self.fields.extend_from_slice(fields);
        self.sets.push(ClosedSet {
            begin,
            end: self.fields.len(),
            opened,
            bound,
        });
    }
}

impl<'s> WholeBoard<'s> {
    /// A search of positions of this board, for some `most_work` looks at a field.
    pub fn new(board: Board, most_work: u64) -> WholeBoard<'s> {
        WholeBoard {
            geometry: Geometry::of(&Grid::new(board)),
            symmetries: Symmetries::new(&symmetries(board)),
            table: Table::new(POSITIONS),
            positions: 0,
            work: 0,
            work_limit: most_work,
            most_work,
            control: None,
            saving: None,
            lists: Vec::new(),
            shown: Vec::new(),
            sets: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Keeps at most this number of positions, a power of two: 20 bytes each.
    pub fn with_positions(mut self, most: usize) -> WholeBoard<'s> {
        self.table = Table::new(most);
        self
    }

    /// Reports progress to the control, and ends when it is stopped.
    pub fn watched_by(mut self, control: &Control) -> WholeBoard<'s> {
        self.watch(control);
        self
    }

    /// From now on reports progress to this control, and ends when it is stopped.
    pub fn watch(&mut self, control: &Control) {
        self.work_limit = self.most_work.min(self.work + WORK_BETWEEN_CHECKS);
        self.control = Some(control.clone());
    }

    /// Begins with the values that are saved there, and saves more of them from
    /// time to time.
    pub fn saved_in(mut self, state: &'s SavedState) -> Result<WholeBoard<'s>, StateError> {
        let saving = Saving::new(state)?;
        for (key, value, work) in saving.values() {
            self.table.insert(key, value, work);
        }
        self.saving = Some(saving);
        Ok(self)
    }

    /// Saves what is known; says why that was not possible, now or before.
    pub fn save(&mut self) -> Result<(), StateError> {
        let progress = self.progress();
        match &mut self.saving {
            Some(saving) => saving.save(progress),
            None => Ok(()),
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            positions: self.positions,
            work: self.work,
        }
    }

    /// Positions whose value was computed, in earlier runs of the search too.
    pub fn positions(&self) -> u64 {
        let saving = self.saving.as_ref();
        let progress = saving.map_or(self.progress(), |saving| saving.so_far(self.progress()));
        progress.positions
    }

    /// The fields of these on which squares show these numbers.
    pub fn agreeing(&self, fields: &[u32], shown: &[(usize, u8)]) -> Vec<u32> {
        let agrees = |field: &u32| {
            let mut shown = shown.iter();
            shown
                .all(|&(square, number)| self.geometry.shown(*field, square) == usize::from(number))
        };
        fields.iter().copied().filter(agrees).collect()
    }

    /// The best move where these fields are left and these squares show these
    /// numbers; nothing when the work limit was reached. No covered square may
    /// be certainly safe.
    pub fn best_among(&mut self, fields: &[u32], shown: &[(usize, u8)]) -> Option<EndgameMove> {
        let open = |opened: Opened, &(square, number): &(usize, u8)| {
            opened.with(square, usize::from(number))
        };
        let opened = shown.iter().fold(Opened::default(), open);
        let found = self.best_move(fields, opened, 0).ok()?;
        Some(EndgameMove {
            site: Site::new(found.square?),
            won: u64::from(found.value),
            solutions: fields.len() as u64,
        })
    }

    /// The fields won by opening this square of the untouched board first, on
    /// which it must be safe: exact when above `floor`, else at most `floor`.
    /// Nothing when the work limit was reached.
    pub fn value_after(&mut self, fields: &[u32], square: usize, floor: u32) -> Option<u32> {
        let sets = self.closed_after(fields, square, Opened::default());
        self.sum(&sets, floor).ok()
    }

    /// Whether work may continue after the limit was reached.
    #[cold]
    fn may_continue(&mut self) -> bool {
        let Some(control) = &self.control else {
            return false;
        };
        control.progress("positions", self.positions(), None);
        self.work_limit = self.most_work.min(self.work + WORK_BETWEEN_CHECKS);
        let may_continue = self.work <= self.most_work && !control.is_stopped();
        let progress = self.progress();
        let mut saving = self.saving.iter_mut();
        may_continue && saving.all(|saving| saving.save_when_due(progress))
    }

    /// Takes work from what is left of it.
    fn spend(&mut self, work: usize) -> Result<(), OutOfWork> {
        self.work += work as u64;
        if self.work > self.work_limit && !self.may_continue() {
            return Err(OutOfWork);
        }
        Ok(())
    }

    /// The value of a set: exact when above `floor`.
    fn value(&mut self, fields: &[u32], opened: Opened, floor: u32) -> Result<u32, OutOfWork> {
        let mut sets = ClosedSets::default();
        self.close(fields, opened, &mut sets);
        self.sum(&sets, floor)
    }

    /// The values of sets added up: exact when above `floor`.
    fn sum(&mut self, sets: &ClosedSets, floor: u32) -> Result<u32, OutOfWork> {
        let mut order: Vec<&ClosedSet> = sets.sets.iter().collect();
        order.sort_by_key(|set| set.bound);
        let mut bounds: Vec<u32> = order.iter().map(|set| set.bound).collect();
        add_up(sets.sure, &mut bounds, floor, |number, floor| {
            let set = order[number];
            let fields = &sets.fields[set.begin..set.end];
            if fields.len() <= few::MOST_FIELDS {
                self.few_value(fields, set.opened, floor)
            } else {
                self.closed_value(fields, set, floor)
            }
        })
    }

    /// The value of a closed set: exact when above `floor`.
    fn closed_value(
        &mut self,
        fields: &[u32],
        set: &ClosedSet,
        floor: u32,
    ) -> Result<u32, OutOfWork> {
        if set.bound <= floor {
            return Ok(set.bound);
        }
        let key = self.symmetries.key(&set.opened);
        if let Some(value) = self.table.get(key).and_then(|value| value.above(floor)) {
            return Ok(value);
        }
        let before = self.work;
        self.spend(fields.len())?;
        let uncertain = Agreement::of(fields).uncertain();
        let value = match self.geometry.factors(fields, uncertain) {
            Some((one, other)) => self.product(&one, &other, set.opened, floor)?,
            None => self.best_move(fields, set.opened, floor)?.value,
        };
        self.keep(key, Value::found(value, floor), before);
        Ok(value)
    }

    /// Keeps what is known of a position, found since `before`.
    fn keep(&mut self, key: Key, value: Value, before: u64) {
        let work = self.work - before;
        self.positions += 1;
        self.table.insert(key, value, work);
        if let Some(saving) = &mut self.saving {
            saving.note(key, value, work);
        }
    }

    /// The value of a set as that of its factors: exact when above `floor`.
    fn product(
        &mut self,
        one: &[u32],
        other: &[u32],
        opened: Opened,
        floor: u32,
    ) -> Result<u32, OutOfWork> {
        let most = other.len() as u32;
        let value = self.value(one, opened, floor / most)?;
        if value * most <= floor {
            return Ok(value * most);
        }
        Ok(value * self.value(other, opened, floor / value)?)
    }

    /// The best move, and its value: exact when above `floor`.
    fn best_move(
        &mut self,
        fields: &[u32],
        opened: Opened,
        floor: u32,
    ) -> Result<Found, OutOfWork> {
        let size = fields.len() as u32;
        let mut counts = MineCounts::default();
        counts.add_all(fields);
        let covered = self.geometry.all & !opened.squares;
        let safe = |square: usize| (size - counts.of(square), square);
        let mut waiting: Vec<(u32, usize)> =
            squares(covered).map(safe).filter(|one| one.0 > 0).collect();
        waiting.sort_unstable();
        let safest = waiting.last().map(|&(_, square)| square);
        let mut best = Found {
            value: floor,
            square: None,
        };
        let mut bounded: Vec<Candidate> = Vec::new();
        let (mut is_any_telling, mut dominated, mut passed_over) = (false, 0_u32, 1);
        loop {
            let greatest = bounded.last().map_or(0, |one| one.bound);
            let next = waiting.pop();
            if let Some((safe, square)) = next
                && safe > greatest.max(best.value)
            {
                if dominated >> square & 1 == 0 {
                    self.spend(fields.len())?;
                    let bounds = self.bounds(fields, square, covered & !(1 << square));
                    if bounds.numbers > 1 {
                        is_any_telling = true;
                        dominated |= bounds.mined_with;
                        let bound = bounds.sum;
                        insert(
                            &mut bounded,
                            Candidate {
                                bound,
                                safe,
                                square,
                            },
                        );
                    }
                }
                continue;
            }
            // None of those that wait is safe on more fields than this.
            let safe = next.map_or(0, |one| one.0);
            if greatest <= best.value {
                passed_over = passed_over.max(safe).max(greatest);
                break;
            }
            waiting.extend(next);
            let candidate = bounded.pop().expect("the greatest bound is not zero");
            self.spend(fields.len())?;
            let sets = self.closed_after(fields, candidate.square, opened);
            let value = self.sum(&sets, best.value)?;
            if value > best.value {
                let square = Some(candidate.square);
                best = Found { value, square };
            } else {
                passed_over = passed_over.max(value);
            }
        }
        if best.value > floor {
            return Ok(best);
        }
        // Where nothing is ever learned one field is won, whichever square
        // comes first.
        let square = if is_any_telling { None } else { safest };
        let value = passed_over;
        Ok(Found { value, square })
    }

    /// The sets of fields after opening a square and all that is then safe.
    fn closed_after(&mut self, fields: &[u32], square: usize, opened: Opened) -> ClosedSets {
        let mut sets = ClosedSets::default();
        self.close_after(fields, square, opened, &mut sets);
        sets
    }

    fn close_after(&mut self, fields: &[u32], square: usize, opened: Opened, to: &mut ClosedSets) {
        let (list, places) = self.split(fields, square);
        for (number, &(begin, end)) in places[..MINE].iter().enumerate() {
            self.close(&list[begin..end], opened.with(square, number), to);
        }
        self.lists.push(list);
    }

    /// Opens every square that is safe on all fields, until none is, and adds
    /// the sets this leads to.
    fn close(&mut self, fields: &[u32], mut opened: Opened, to: &mut ClosedSets) {
        if fields.len() <= few::MOST_FIELDS {
            return self.close_few(fields, opened, to);
        }
        self.work += fields.len() as u64;
        let agreement = Agreement::of(fields);
        let uncertain = agreement.uncertain();
        let safe = self.geometry.all & !agreement.mined & !opened.squares;
        let geometry = &self.geometry;
        let first = |square: usize| geometry.shown(fields[0], square);
        let tells = |&square: &usize| {
            let differs = |&field: &u32| geometry.shown(field, square) != first(square);
            geometry.around(square) & uncertain != 0 && fields.iter().any(differs)
        };
        if let Some(square) = squares(safe).find(tells) {
            return self.close_after(fields, square, opened, to);
        }
        for square in squares(safe) {
            opened = opened.with(square, first(square));
        }
        let mut counts = MineCounts::default();
        counts.add_all(fields);
        to.add(
            fields,
            opened,
            fields.len() as u32 - counts.fewest(uncertain),
        );
    }

    /// The fields by what a square shows, side by side, and where each begins
    /// and ends.
    fn split(&mut self, fields: &[u32], square: usize) -> (Vec<u32>, [(usize, usize); MINE + 1]) {
        let around = self.geometry.around(square);
        self.shown.clear();
        // Without a branch, so that several fields are looked at at once.
        self.shown.extend(fields.iter().map(|&field| {
            let (number, mine) = ((field & around).count_ones(), field >> square & 1);
            (number * (1 - mine) + MINE as u32 * mine) as u8
        }));
        let mut sizes = [0; 16];
        for &number in &self.shown {
            sizes[usize::from(number & 15)] += 1;
        }
        let mut ends = [0; 16];
        let mut total = 0;
        for (end, size) in ends.iter_mut().zip(sizes) {
            *end = total;
            total += size;
        }
        let begins = ends;
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        list.resize(fields.len(), 0);
        for (&field, &number) in fields.iter().zip(&self.shown) {
            let place = &mut ends[usize::from(number & 15)];
            list[*place] = field;
            *place += 1;
        }
        (
            list,
            std::array::from_fn(|number| (begins[number], ends[number])),
        )
    }

    /// The fields that survive opening a square and the safest square after it;
    /// of what it may show at least one.
    fn bounds(&mut self, fields: &[u32], square: usize, covered: u32) -> Bounds {
        let (list, places) = self.split(fields, square);
        let part = |number: usize| &list[places[number].0..places[number].1];
        let mut bounds = Bounds {
            sum: 0,
            numbers: 0,
            mined_with: part(MINE).iter().fold(!0, |all, field| all & field),
        };
        for part in (0..MINE).map(part).filter(|part| !part.is_empty()) {
            let mut counts = MineCounts::default();
            counts.add_all(part);
            let lost = if part.len() > 1 {
                counts.fewest(covered)
            } else {
                0
            };
            bounds.numbers += 1;
            bounds.sum += part.len() as u32 - lost;
        }
        self.lists.push(list);
        bounds
    }
}

/// What may come of opening a square.
struct Bounds {
    /// No play wins more fields.
    sum: u32,
    /// How many numbers it may show.
    numbers: u32,
    /// The squares that are mines wherever it is.
    mined_with: u32,
}

/// Inserts a candidate, the greatest last.
fn insert(candidates: &mut Vec<Candidate>, one: Candidate) {
    let place = candidates.partition_point(|other| *other < one);
    candidates.insert(place, one);
}

/// The squares on which fields do and do not agree.
struct Agreement {
    /// Mines on some of the fields.
    mined: u32,
    /// Mines on all of the fields.
    always: u32,
}

impl Agreement {
    fn of(fields: &[u32]) -> Agreement {
        let start = Agreement {
            mined: 0,
            always: !0,
        };
        fields.iter().fold(start, |found, field| Agreement {
            mined: found.mined | field,
            always: found.always & field,
        })
    }

    fn uncertain(&self) -> u32 {
        self.mined & !self.always
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::small_board::all_fields;

    /// The fields of a board on which its first square is safe.
    fn fields(board: Board) -> Vec<u32> {
        let mut fields = all_fields(board).expect("small");
        fields.retain(|field| field & 1 == 0);
        fields
    }

    #[test]
    fn a_search_that_is_ended_again_and_again_resumes_to_the_same_value() {
        let board: Board = "4x4/6".parse().expect("a board");
        let fields = fields(board);
        let mut whole = WholeBoard::new(board, u64::MAX);
        let expected = whole.value_after(&fields, 0, 0).expect("no limit");
        let folder = tempfile::tempdir().expect("a folder");
        let state = SavedState::new(folder.path().join("search.state"), &"search");
        let mut runs = 0;
        let found = loop {
            runs += 1;
            assert!(runs < 100, "the search does not get further");
            let search = WholeBoard::new(board, whole.work / 8);
            let mut search = search.saved_in(&state).expect("the state is read");
            search
                .saving
                .iter_mut()
                .for_each(|saving| saving.save_from(500));
            let value = search.value_after(&fields, 0, 0);
            search.save().expect("the state is written");
            if let Some(value) = value {
                break value;
            }
        };
        assert_eq!(found, expected);
        assert!(runs > 5, "{runs}");
    }

    #[test]
    fn a_small_table_costs_time_and_changes_no_value() {
        let board: Board = "4x4/6".parse().expect("a board");
        let fields = fields(board);
        let mut large = WholeBoard::new(board, u64::MAX);
        let mut small = WholeBoard::new(board, u64::MAX).with_positions(1 << 10);
        for square in [0, 1, 5] {
            let fields: Vec<u32> = fields
                .iter()
                .copied()
                .filter(|field| field >> square & 1 == 0)
                .collect();
            let expected = large.value_after(&fields, square, 0);
            assert_eq!(small.value_after(&fields, square, 0), expected);
        }
        assert!(small.work > large.work);
    }

    #[test]
    fn a_state_that_cannot_be_written_is_reported() {
        let board: Board = "3x3/3".parse().expect("a board");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("it is written");
        let state = SavedState::new(file.join("search.state"), &"search");
        let search = WholeBoard::new(board, u64::MAX).saved_in(&state);
        let is_reported = match search {
            Ok(mut search) => {
                search.value_after(&fields(board), 0, 0);
                search.save().is_err()
            }
            Err(_) => true,
        };
        assert!(is_reported);
    }
}
