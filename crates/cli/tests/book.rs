//! The README, the book and the catalogues say what the command really prints,
//! and their links lead somewhere.
//!
//! Each page is tried in a folder of its own that has the repository's `examples`
//! and `rules`. A code block marked `console` is a session: lines that start with
//! `$ ` are given to `sh`, the lines below are what it prints. `<!-- file: NAME -->`
//! in front of a code block writes the block to that file first. In the expected
//! output `…` stands for any text within a line, a line of `…` or `...` for any
//! number of lines, and seconds are not compared.
//!
//! What stands between `<!-- made from the code: NAME -->` and `<!-- end -->` is a
//! part of the reference that is made from the code.
//!
//! `BOOK=update cargo test -p stratalog-cli --test book` writes what the sessions
//! print, and the parts made from the code, into the pages that differ.

mod book {
    pub mod answers;
    pub mod links;
    pub mod page;
    pub mod predicates;
    pub mod reference;
    pub mod session;
}
mod harness;

use std::path::{Path, PathBuf};

use book::page::Page;
use book::{links, reference, session};
use harness::repository;

/// All pages: Markdown files of the repository that are written for people.
fn pages() -> Vec<PathBuf> {
    let root = repository();
    let mut found: Vec<PathBuf> = ["README.md", "examples/README.md", "rules/README.md"]
        .iter()
        .map(|name| root.join(name))
        .collect();
    add_markdown(&root.join("docs"), &mut found);
    found
}

fn add_markdown(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder of the book");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add_markdown(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

fn is_updating() -> bool {
    std::env::var_os("BOOK").is_some_and(|value| value == "update")
}

#[test]
fn what_is_made_from_the_code_agrees_with_it() {
    let mut parts = 0;
    for path in pages() {
        let text = Page::read(&path).text;
        let mut made = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once("<!-- made from the code: ") {
            let (name, after) = after.split_once(" -->").expect("the comment ends");
            let (_, after) = after.split_once("<!-- end -->").expect("the part ends");
            let part = reference::part(name);
            made.push_str(&format!(
                "{before}<!-- made from the code: {name} -->\n\n{part}\n<!-- end -->"
            ));
            rest = after;
            parts += 1;
        }
        made.push_str(rest);
        if is_updating() && made != text {
            std::fs::write(&path, made).expect("the page can be written");
        } else {
            let page = path.display();
            assert!(made == text, "{page} differs: see the top of this file");
        }
    }
    assert!(parts > 0, "no part was found");
}

#[test]
fn every_session_prints_what_the_page_shows() {
    let is_updating = is_updating();
    let mut differences = Vec::new();
    let mut sessions = 0;
    for path in pages() {
        let page = Page::read(&path);
        let folder = session::folder();
        let mut text = page.text.clone();
        for block in &page.blocks {
            if let Some(name) = &block.file {
                session::write(folder.path(), name, &block.content);
            }
            if block.language != "console" {
                continue;
            }
            sessions += 1;
            let printed = session::run(&block.content, folder.path());
            if session::agrees(&block.content, &printed) {
                continue;
            }
            if is_updating {
                text = text.replacen(&block.content, &printed, 1);
            } else {
                let page = path.display();
                let expected = &block.content;
                differences.push(format!(
                    "{page}, expected:\n{expected}\nprinted:\n{printed}"
                ));
            }
        }
        if is_updating && text != page.text {
            std::fs::write(&path, text).expect("the page can be written");
        }
    }
    assert!(sessions > 20, "only {sessions} sessions were found");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    let broken: Vec<String> = pages()
        .iter()
        .flat_map(|path| links::broken(path))
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let source = repository().join("docs/src");
    let summary = std::fs::read_to_string(source.join("SUMMARY.md")).expect("a summary");
    let mut files = Vec::new();
    add_markdown(&source, &mut files);
    for file in files {
        let name = file.strip_prefix(&source).expect("inside the book");
        let link = format!("({})", name.display());
        let is_there = name == Path::new("SUMMARY.md") || summary.contains(&link);
        assert!(is_there, "{} is not in the summary", name.display());
    }
}
