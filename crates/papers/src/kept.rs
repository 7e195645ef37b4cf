//! Rows kept as soon as they are measured, so that a long experiment that was
//! killed goes on from there.

use std::fmt::Write as _;

use super::{Conditions, Row, Unit};
use stratalog_arena::error::ArenaError;
use stratalog_arena::saved::Saved;
use stratalog_run::Interval;

impl Conditions {
    /// The rows of a part of an experiment: those kept, or else measured and
    /// kept.
    pub(super) fn kept(
        &self,
        part: &str,
        measure: impl FnOnce() -> Result<Vec<Row>, ArenaError>,
    ) -> Result<Vec<Row>, ArenaError> {
        let saved = self.runs.as_ref().map(|folder| {
            let plain = part.replace([' ', '/'], "-");
            let length = self.length.as_str();
            let name = format!("{plain}-{length}-seed-{}.rows", self.seed.0);
            let seconds = self.seconds_per_move;
            Saved::new(folder.join(name), &format!("{part} {length} {seconds:?}"))
        });
        let known = saved.as_ref().and_then(|saved| read(&saved.load()?));
        if let Some(rows) = known {
            return Ok(rows);
        }
        let rows = measure()?;
        if let Some(saved) = saved {
            saved.store(&written(&rows));
        }
        Ok(rows)
    }
}

/// Before each line of a row's note.
const NOTE: &str = "note ";

/// The rows as text: a line each, the setting last, then its note.
fn written(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let unit = match row.unit {
            Unit::Share => "share",
            Unit::Number => "number",
        };
        let optional = |value: Option<f64>| value.map_or("-".to_owned(), |v| format!("{v:?}"));
        let _ = writeln!(
            text,
            "{unit} {} {:?} {} {} {} {}",
            optional(row.published),
            row.measured,
            optional(row.ci95.map(|interval| interval.low)),
            optional(row.ci95.map(|interval| interval.high)),
            row.samples,
            row.setting,
        );
        for line in &row.note {
            let _ = writeln!(text, "{NOTE}{line}");
        }
    }
    text
}

fn read(text: &str) -> Option<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix(NOTE) {
            Some(note) => rows.last_mut()?.note.push(note.to_owned()),
            None => rows.push(read_row(line)?),
        }
    }
    Some(rows)
}

fn read_row(line: &str) -> Option<Row> {
    let mut words = line.splitn(7, ' ');
    let mut next = || words.next();
    let unit = match next()? {
        "share" => Unit::Share,
        "number" => Unit::Number,
        _ => return None,
    };
    let number = |word: &str| word.parse::<f64>().ok();
    let published = number(next()?);
    let measured = number(next()?)?;
    let ci95 = match (number(next()?), number(next()?)) {
        (Some(low), Some(high)) => Some(Interval { low, high }),
        _ => None,
    };
    Some(Row {
        unit,
        note: Vec::new(),
        published,
        measured,
        ci95,
        samples: next()?.parse().ok()?,
        setting: next()?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Length;
    use stratalog_arena::news::News;
    use stratalog_run::Seed;

    #[test]
    fn what_was_measured_is_not_measured_again() {
        let folder = std::env::temp_dir().join(format!("stratalog-kept-{}", std::process::id()));
        let conditions = |seed: u64| Conditions {
            seed: Seed(seed),
            length: Length::Quick,
            seconds_per_move: None,
            runs: Some(folder.clone()),
            news: News::default(),
        };
        let rows = vec![
            Row {
                setting: "4x4/4 bssuct, by chance".to_owned(),
                published: Some(0.7),
                measured: 0.1 + 0.2,
                ci95: Some(Interval::wilson(3, 10)),
                samples: 10,
                unit: Unit::Share,
                note: Vec::new(),
            },
            Row {
                setting: "exact".to_owned(),
                published: None,
                measured: 1.5,
                ci95: None,
                samples: 0,
                unit: Unit::Number,
                note: vec!["no chance".to_owned(), "- in it".to_owned()],
            },
        ];
        let mut times = 0;
        let mut measured = |seed: u64, part: &str| {
            let measure = || {
                times += 1;
                Ok(rows.clone())
            };
            conditions(seed).kept(part, measure).expect("rows")
        };
        assert_eq!(measured(1, "table 4x4/4"), rows);
        assert_eq!(measured(1, "table 4x4/4"), rows);
        // Another seed, another part: measured.
        assert_eq!(measured(2, "table 4x4/4"), rows);
        assert_eq!(measured(1, "table 2x5/3"), rows);
        assert_eq!(times, 3);
        std::fs::remove_dir_all(&folder).expect("it is there");
    }
}
