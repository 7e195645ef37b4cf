//! Many positions by number. Where a game has codes for its positions
//! ([`Game::encode`]), only the codes are kept: a few words for each position instead
//! of all that the game knows about it.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::game::Game;

/// In [`PositionTable::places`], marks a position without a code.
const UNCODED: u32 = 1 << 31;

/// Positions with a tag each, numbered from 0 in the order in which they were
/// inserted. The tag is part of what is compared.
pub struct PositionTable<G: Game> {
    /// The number of words of a code.
    width: usize,
    /// The codes, one after the other, and their tags.
    words: Vec<u64>,
    tags: Vec<u8>,
    /// By code, the number.
    numbers: HashTable<u32>,
    /// By number, the place of the code, or that of the position among those that
    /// have none.
    places: Vec<u32>,
    uncoded: Vec<(G::Position, u8)>,
    uncoded_numbers: FxHashMap<(G::Position, u8), u32>,
    /// The code of the position asked about.
    asked: Vec<u64>,
}

impl<G: Game> Default for PositionTable<G> {
    fn default() -> PositionTable<G> {
        PositionTable {
            width: 0,
            words: Vec::new(),
            tags: Vec::new(),
            numbers: HashTable::new(),
            places: Vec::new(),
            uncoded: Vec::new(),
            uncoded_numbers: FxHashMap::default(),
            asked: Vec::new(),
        }
    }
}

fn hash(row: (&[u64], u8)) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(row)
}

impl<G: Game> PositionTable<G> {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The number of a position with a tag, which is inserted if it is new.
    pub fn insert(&mut self, game: &G, position: &G::Position, tag: u8) -> u32 {
        let mut code = std::mem::take(&mut self.asked);
        let number = if self.code(game, position, &mut code) {
            self.insert_code(&code, tag)
        } else {
            self.insert_uncoded(position, tag)
        };
        self.asked = code;
        number
    }

    /// The number of a position with a tag.
    pub fn number(&self, game: &G, position: &G::Position, tag: u8) -> Option<u32> {
        let mut code = Vec::with_capacity(self.width);
        if self.code(game, position, &mut code) {
            let row = (&code[..], tag);
            let found = self
                .numbers
                .find(hash(row), |&number| self.row(number) == row);
            return found.copied();
        }
        let key = (position.clone(), tag);
        self.uncoded_numbers.get(&key).copied()
    }

    /// The position with a number.
    pub fn position(&self, game: &G, number: u32) -> Option<G::Position> {
        let place = *self.places.get(number as usize)?;
        if place & UNCODED != 0 {
            let (position, _) = &self.uncoded[(place & !UNCODED) as usize];
            return Some(position.clone());
        }
        game.decode(self.row(number).0)
    }

    /// The tag of the position with a number.
    pub fn tag(&self, number: u32) -> Option<u8> {
        let place = *self.places.get(number as usize)?;
        if place & UNCODED != 0 {
            let (_, tag) = &self.uncoded[(place & !UNCODED) as usize];
            return Some(*tag);
        }
        Some(self.tags[place as usize])
    }

    /// Frees memory that is kept for further positions.
    pub fn shrink(&mut self) {
        self.words.shrink_to_fit();
        self.tags.shrink_to_fit();
        self.places.shrink_to_fit();
    }

    /// Writes the code; false where the position has none of the usual length.
    fn code(&self, game: &G, position: &G::Position, code: &mut Vec<u64>) -> bool {
        code.clear();
        let has_code = game.encode(position, code) && !code.is_empty();
        has_code && (self.width == 0 || self.width == code.len())
    }

    /// The code and the tag of a position that has a code.
    fn row(&self, number: u32) -> (&[u64], u8) {
        let place = self.places[number as usize] as usize;
        let first = place * self.width;
        (&self.words[first..first + self.width], self.tags[place])
    }

    fn insert_code(&mut self, code: &[u64], tag: u8) -> u32 {
        self.width = code.len();
        let hashed = hash((code, tag));
        let found = self
            .numbers
            .find(hashed, |&number| self.row(number) == (code, tag));
        if let Some(&number) = found {
            return number;
        }
        let number = self.places.len() as u32;
        self.places.push(self.tags.len() as u32);
        self.words.extend_from_slice(code);
        self.tags.push(tag);
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.insert_unique(hashed, number, |&number| hash(self.row(number)));
        self.numbers = numbers;
        number
    }

    fn insert_uncoded(&mut self, position: &G::Position, tag: u8) -> u32 {
        let number = self.places.len() as u32;
        let key = (position.clone(), tag);
        let known = *self.uncoded_numbers.entry(key.clone()).or_insert(number);
        if known == number {
            self.places.push(UNCODED | self.uncoded.len() as u32);
            self.uncoded.push(key);
        }
        known
    }
}
