//! The search of sets of at most 64 fields.

use super::adding::add_up;
use super::few::{Few, Part};
use super::geometry::squares;
use super::opened::Opened;
use super::table::Value;
use super::{Candidate, ClosedSets, FEWEST_KEPT, FEWEST_KEPT_OPEN, OutOfWork, WholeBoard, insert};

/// Looks at a field that the search of a set as bits is worth.
const WORK_OF_A_SET: u64 = 16;

impl WholeBoard<'_> {
    /// Adds a set: as won where its value is known, else with a bound.
    pub(super) fn close_few(&mut self, fields: &[u32], opened: Opened, to: &mut ClosedSets) {
        let size = fields.len() as u32;
        if size <= 1 {
            to.sure += size;
            return;
        }
        let key = (size >= FEWEST_KEPT_OPEN).then(|| self.symmetries.key(&opened));
        match key.and_then(|key| self.table.get(key)) {
            Some(Value::Exactly(value)) => to.sure += value,
            Some(Value::AtMost(bound)) => to.add(fields, opened, bound),
            None => {
                let begin = self.parts.len();
                let set = self.few(fields, opened);
                let sure = self.close_part(&set, set.all());
                self.sets.push(set);
                let open = self.parts.drain(begin..);
                let is_known = open.len() == 0;
                let bound = sure + open.map(|part| part.bound).sum::<u32>();
                let value = Value::found(bound, if is_known { 0 } else { bound });
                if let Some(key) = key {
                    self.table.insert(key, value, 0);
                }
                if is_known {
                    to.sure += bound;
                } else {
                    to.add(fields, opened, bound);
                }
            }
        }
    }

    fn few(&mut self, fields: &[u32], opened: Opened) -> Box<Few> {
        let mut set = self.sets.pop().unwrap_or_default();
        set.fill(&self.geometry, fields, opened);
        self.work += fields.len() as u64;
        set
    }

    fn close_part(&mut self, set: &Few, part: Part) -> u32 {
        let mut looks = 0;
        let sure = set.close(part, &mut self.parts, &mut looks);
        self.work += looks * WORK_OF_A_SET;
        sure
    }

    /// The value of a set of few fields: exact when above `floor`.
    pub(super) fn few_value(
        &mut self,
        fields: &[u32],
        opened: Opened,
        floor: u32,
    ) -> Result<u32, OutOfWork> {
        let before = self.work;
        let begin = self.parts.len();
        let set = self.few(fields, opened);
        let sure = self.close_part(&set, set.all());
        let value = self.sum_of_parts(&set, begin, sure, floor);
        self.parts.truncate(begin);
        self.sets.push(set);
        let value = value?;
        if fields.len() as u32 >= FEWEST_KEPT_OPEN {
            let key = self.symmetries.key(&opened);
            let found = Value::found(value, floor);
            self.table.insert(key, found, self.work - before);
        }
        Ok(value)
    }

    /// The values of the parts from `begin` on added up, and of what is `sure`:
    /// exact when above `floor`.
    fn sum_of_parts(
        &mut self,
        set: &Few,
        begin: usize,
        sure: u32,
        floor: u32,
    ) -> Result<u32, OutOfWork> {
        self.parts[begin..].sort_unstable_by_key(|part| part.bound);
        let mut bounds = [0; super::few::MOST_FIELDS];
        let count = self.parts.len() - begin;
        let bounds = &mut bounds[..count];
        for (bound, part) in bounds.iter_mut().zip(&self.parts[begin..]) {
            *bound = part.bound;
        }
        add_up(sure, bounds, floor, |number, floor| {
            self.part_value(set, self.parts[begin + number], floor)
        })
    }

    /// The value of a closed part: exact when above `floor`.
    fn part_value(&mut self, set: &Few, part: Part, floor: u32) -> Result<u32, OutOfWork> {
        if part.bound <= floor {
            return Ok(part.bound);
        }
        let size = part.left.count_ones();
        if size < FEWEST_KEPT {
            return self.best_part_value(set, part, floor);
        }
        let opened = set.opened(&part);
        let key = self.symmetries.key(&opened);
        if let Some(value) = self.table.get(key).and_then(|value| value.above(floor)) {
            return Ok(value);
        }
        let before = self.work;
        self.spend(size as usize)?;
        let uncertain = set.uncertain(&part);
        let is_joined = self.geometry.island(uncertain, uncertain) == uncertain;
        let factors = if is_joined {
            None
        } else {
            self.geometry.factors(&set.fields(&part), uncertain)
        };
        let value = match factors {
            Some((one, other)) => self.product(&one, &other, opened, floor)?,
            None => self.best_part_value(set, part, floor)?,
        };
        self.keep(key, Value::found(value, floor), before);
        Ok(value)
    }

    /// The value after the best move: exact when above `floor`.
    fn best_part_value(&mut self, set: &Few, part: Part, floor: u32) -> Result<u32, OutOfWork> {
        let safe = |square: usize| (set.safe(part.left, square), square);
        let mut waiting: Vec<(u32, usize)> = squares(part.live).map(safe).collect();
        waiting.sort_unstable();
        let mut best = floor;
        let mut bounded: Vec<Candidate> = Vec::new();
        let (mut dominated, mut passed_over) = (0_u32, 1);
        loop {
            let greatest = bounded.last().map_or(0, |one| one.bound);
            let next = waiting.pop();
            if let Some((safe, square)) = next
                && safe > greatest.max(best)
            {
                if dominated >> square & 1 == 0 {
                    let live = part.live & !(1 << square);
                    let parts = set.showing(part.left, square);
                    let (mut bound, mut numbers) = (0, 0);
                    for left in parts {
                        numbers += 1;
                        bound += set.bound(left, live);
                    }
                    if numbers > 1 {
                        dominated |= set.mined_with(&part, square);
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
            if greatest <= best {
                passed_over = passed_over.max(safe).max(greatest);
                break;
            }
            waiting.extend(next);
            let candidate = bounded.pop().expect("the greatest bound is not zero");
            let value = self.value_of_opening(set, part, candidate.square, best)?;
            if value > best {
                best = value;
            } else {
                passed_over = passed_over.max(value);
            }
        }
        // Where nothing is ever learned, one field is won.
        Ok(if best > floor { best } else { passed_over })
    }

    /// The value after opening a square: exact when above `floor`.
    fn value_of_opening(
        &mut self,
        set: &Few,
        part: Part,
        square: usize,
        floor: u32,
    ) -> Result<u32, OutOfWork> {
        let begin = self.parts.len();
        let mut sure = 0;
        for left in set.showing(part.left, square) {
            let next = Part {
                left,
                live: part.live & !(1 << square),
                opened: part.opened | 1 << square,
                bound: 0,
            };
            sure += self.close_part(set, next);
        }
        let value = self.sum_of_parts(set, begin, sure, floor);
        self.parts.truncate(begin);
        value
    }
}
