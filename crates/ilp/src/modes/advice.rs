//! What prevented a complete theory, and which setting to change.

use stratalog_logic::{Clause, LimitReached, QueryError, TermWriter};

use super::bottom::Trouble;
use super::learner::{CoveringReport, Stop};
use super::search::SearchEnd;
use super::settings::CoveringSettings;

/// Why positives are not covered, and what to do; `None` if all are covered.
pub fn advice(report: &CoveringReport, settings: &CoveringSettings) -> Option<String> {
    if report.uncovered.is_empty() {
        return None;
    }
    let mut text = match report.uncovered.len() {
        1 => "No clause was found for 1 positive example".to_owned(),
        left => format!("No clause was found for {left} positive examples"),
    };
    let mut searches = report.searches.iter();
    if report.stop == Stop::OutOfBudget {
        text += ": the search was stopped";
    } else if searches
        .clone()
        .any(|search| search.end == SearchEnd::NodeLimit)
    {
        text += &format!(
            ": searches stopped at {} clauses, raise --nodes",
            settings.nodes
        );
    } else if searches.all(|search| search.bottom == 0) {
        text += ": no mode can be called with the examples' values, check the types \
                 of modeh and modeb";
    } else if let Some((clause, counts)) = &report.closest {
        let clause = Clause::from_term(clause);
        let length = match settings.clause_length {
            1 => "1 literal".to_owned(),
            length => format!("{length} literals"),
        };
        text += &format!(
            ": every clause of up to {length} was tried. The closest, {clause} covers {} \
             positives and {} negatives; allow longer clauses with --length, or deeper \
             variables with --depth",
            counts.positives, counts.negatives
        );
        // Noise does not explain a clause that is wrong more often than right.
        if counts.negatives <= counts.positives {
            text += &format!(
                ", or, if some examples may be wrong, --noise {}",
                counts.negatives
            );
        }
    } else {
        text += &format!(
            ": no clause covers {} of them; lower --min-positives",
            settings.min_positives
        );
    }
    Some(text + ".")
}

impl Trouble {
    /// Whether a limit ended the call. Results that depend on it are doubtful.
    pub fn is_limit(&self) -> bool {
        matches!(self.error, QueryError::Limit(_))
    }

    /// What happened, and what to do.
    pub fn describe(&self) -> String {
        let goal = TermWriter::new().term(&self.goal);
        match &self.error {
            QueryError::Limit(LimitReached::Steps(_) | LimitReached::Depth(_)) => format!(
                "asking {goal} for this mode, {}; the background may recurse without end: \
                 table the predicate (:- table name/arity.) or raise --limit-steps",
                self.error
            ),
            error => format!("asking {goal} for this mode: {error}"),
        }
    }
}
