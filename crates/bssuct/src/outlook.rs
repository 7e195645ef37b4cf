//! What a planner knows in a position in which it must guess: everything that
//! is certain has been opened.

use rand::RngExt;
use stratalog_belief::{Belief, BeliefError, EQUAL, Fact, Knowledge, Tables};
use stratalog_game::Stream;
use stratalog_game::minesweeper::{Field, Site};

/// How a planner's game goes on.
#[derive(Debug)]
pub(crate) enum Course {
    /// All squares without mines are open.
    Won,
    /// A mine was opened.
    Lost,
    /// A guess is needed.
    Guess(Box<Outlook>),
}

/// A position in which a guess is needed.
#[derive(Debug, Clone)]
pub(crate) struct Outlook {
    pub knowledge: Knowledge,
    pub belief: Belief,
}

impl Outlook {
    /// Opens a square of the field, then everything that is certainly safe.
    pub fn after(
        mut knowledge: Knowledge,
        field: &Field,
        site: Site,
        tables: &mut Tables,
    ) -> Result<Course, BeliefError> {
        let Some(number) = field.number(site) else {
            return Ok(Course::Lost);
        };
        knowledge.observe(site, number)?;
        Outlook::advance(knowledge, field, tables)
    }

    /// Opens everything that is certainly safe: first by numbers taken singly,
    /// then by all of them together.
    fn advance(
        mut knowledge: Knowledge,
        field: &Field,
        tables: &mut Tables,
    ) -> Result<Course, BeliefError> {
        let goal = field.grid().len() - field.mine_count();
        loop {
            while let Some(safe) = knowledge.next_safe() {
                let Some(number) = field.number(safe) else {
                    return Ok(Course::Lost);
                };
                knowledge.observe(safe, number)?;
            }
            if knowledge.opened() == goal {
                return Ok(Course::Won);
            }
            let belief = Belief::new(&mut knowledge, tables)?;
            knowledge.learn_all(belief.certain().iter().copied())?;
            if knowledge.next_safe().is_none() {
                return Ok(Course::Guess(Box::new(Outlook { knowledge, belief })));
            }
        }
    }

    /// The squares that may or may not be mines, safest first.
    pub fn by_risk(&self) -> Vec<Site> {
        let mut sites: Vec<Site> = self
            .knowledge
            .grid()
            .sites()
            .filter(|&site| self.knowledge.fact(site) == Fact::Unknown)
            .collect();
        let risk = |site: &Site| self.belief.mine_probability(*site);
        sites.sort_by(|a, b| risk(a).total_cmp(&risk(b)));
        sites
    }

    /// A square with the least mine probability, ties at random.
    pub fn safest(&self, rng: &mut Stream) -> Option<Site> {
        let sites = self.by_risk();
        let least = self.belief.mine_probability(*sites.first()?);
        let ties = sites
            .iter()
            .take_while(|site| self.belief.mine_probability(**site) <= least + EQUAL)
            .count();
        Some(sites[rng.random_range(0..ties)])
    }

    /// A square without a mine in a board drawn from the belief state.
    pub fn safe_in_a_sample(&self, rng: &mut Stream) -> Option<Site> {
        let field = self.belief.sample(rng);
        let mut sites = self.by_risk();
        sites.retain(|&site| !field.is_mine(site));
        (!sites.is_empty()).then(|| sites[rng.random_range(0..sites.len())])
    }

    /// Identifies what is seen.
    pub fn view_key(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = rustc_hash::FxHasher::default();
        for site in self.knowledge.grid().sites() {
            let fact = self.knowledge.fact(site);
            (
                fact == Fact::Open,
                self.knowledge.need(site),
                fact == Fact::Mine,
            )
                .hash(&mut hasher);
        }
        hasher.finish()
    }
}
