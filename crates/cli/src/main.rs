//! The program `stratalog`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(stratalog_cli::run(std::env::args_os()))
}
