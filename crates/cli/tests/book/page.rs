//! The code blocks of a Markdown page.

use std::path::Path;

/// A page and its code blocks, in order.
pub struct Page {
    pub text: String,
    pub blocks: Vec<Block>,
}

/// A fenced code block.
pub struct Block {
    /// The word after the fence.
    pub language: String,
    /// The file that the block is to be written to.
    pub file: Option<String>,
    /// The lines between the fences.
    pub content: String,
}

impl Page {
    /// Reads a page.
    pub fn read(path: &Path) -> Page {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        let mut file = None;
        for line in text.lines() {
            match (&mut open, line.strip_prefix("```")) {
                (Some(_), Some("")) => blocks.extend(open.take()),
                (Some(block), _) => {
                    block.content.push_str(line);
                    block.content.push('\n');
                }
                (None, Some(language)) => {
                    open = Some(Block {
                        language: language.to_owned(),
                        file: file.take(),
                        content: String::new(),
                    });
                }
                (None, None) => {
                    let name = line.strip_prefix("<!-- file: ");
                    if let Some(name) = name.and_then(|rest| rest.strip_suffix(" -->")) {
                        file = Some(name.to_owned());
                    }
                }
            }
        }
        Page { text, blocks }
    }
}
