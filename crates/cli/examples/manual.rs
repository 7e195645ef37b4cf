//! Writes the manual pages and the shell completions of the command to a folder:
//!
//! ```text
//! cargo run -p stratalog-cli --example manual -- FOLDER
//! ```

use std::path::PathBuf;

use clap_complete::Shell;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let Some(folder) = folder else {
        eprintln!("usage: manual FOLDER");
        std::process::exit(2);
    };
    let pages = folder.join("man");
    std::fs::create_dir_all(&pages)?;
    clap_mangen::generate_to(stratalog_cli::grammar(), &pages)?;
    let completions = folder.join("completions");
    std::fs::create_dir_all(&completions)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        let mut grammar = stratalog_cli::grammar();
        clap_complete::generate_to(shell, &mut grammar, "stratalog", &completions)?;
    }
    Ok(())
}
