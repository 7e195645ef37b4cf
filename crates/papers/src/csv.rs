//! Results as CSV.

use stratalog_arena::contest::Record;

/// The games of a match, one per line: number and opening from 1, the measured
/// player's role and outcome, and the number of moves.
pub fn match_csv(records: &[Record], role_names: &[String]) -> String {
    let rows = records.iter().map(|record| {
        [
            (record.number + 1).to_string(),
            (record.opening + 1).to_string(),
            role_names[record.role.index()].clone(),
            record.outcome.to_string(),
            record.plies.to_string(),
        ]
    });
    to_text(["game", "opening", "role", "outcome", "moves"], rows)
}

/// A header and records as CSV.
pub(crate) fn to_text<const N: usize>(
    header: [&str; N],
    records: impl Iterator<Item = [String; N]>,
) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let write = |writer: &mut csv::Writer<Vec<u8>>| -> Result<(), csv::Error> {
        writer.write_record(header)?;
        for record in records {
            writer.write_record(record)?;
        }
        Ok(())
    };
    let bytes = write(&mut writer)
        .ok()
        .and_then(|()| writer.into_inner().ok());
    let bytes = bytes.expect("writing to memory does not fail and all records are equally long");
    String::from_utf8(bytes).expect("only text was written")
}
