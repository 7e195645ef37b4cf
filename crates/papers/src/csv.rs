//! Results as CSV.

use stratalog_arena::contest::Record;

/// The games of a match, one a line: number and opening from 1, the measured
/// player's role and outcome, and the number of moves.
pub fn match_csv(records: &[Record], role_names: &[String]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = write_records(&mut writer, records, role_names);
    let bytes = written.ok().and_then(|()| writer.into_inner().ok());
    String::from_utf8(bytes.expect("memory takes what is written")).expect("text was written")
}

fn write_records(
    writer: &mut csv::Writer<Vec<u8>>,
    records: &[Record],
    role_names: &[String],
) -> Result<(), csv::Error> {
    writer.write_record(["game", "opening", "role", "outcome", "moves"])?;
    for record in records {
        writer.write_record([
            (record.number + 1).to_string(),
            (record.opening + 1).to_string(),
            role_names[record.role.index()].clone(),
            record.outcome.to_string(),
            record.plies.to_string(),
        ])?;
    }
    Ok(())
}
