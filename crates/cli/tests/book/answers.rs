//! The JSON answers of the verbs, read off the types of the library: their keys
//! with the comments that stand above them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Field, Fields, Item, Lit, Meta, Token, Type};

use crate::harness::repository;

/// The verbs, and the files of the library in which their answers stand.
const VERBS: &[(&str, &str)] = &[
    ("analyse", "analyse.rs"),
    ("check", "check.rs"),
    ("check of a Minesweeper strategy", "check_minesweeper.rs"),
    ("explain", "explain.rs"),
    ("features", "features.rs"),
    ("games", "games.rs"),
    ("induce", "induce.rs"),
    ("learn --with migo", "learn_migo.rs"),
    ("learn --with mio", "learn_minesweeper.rs"),
    ("learn --with rules", "learn_rules.rs"),
    ("learn --with zenith", "learn_zenith.rs"),
    ("new", "new.rs"),
    ("play", "play.rs"),
    ("predict", "predict.rs"),
    ("query", "query.rs"),
    ("quiz", "quiz/forms.rs"),
    ("quiz --answers", "quiz/score.rs"),
    ("reproduce", "reproduce.rs"),
    ("rules check", "rules/mod.rs/check"),
    ("rules perft", "rules/mod.rs/perft"),
    ("rules playouts", "rules/mod.rs/playouts"),
    ("rules report", "rules/report.rs"),
    ("solve", "solve.rs"),
    ("solve minesweeper", "solve_minesweeper.rs"),
];

/// All answers, verb by verb, and at the end the types of the crates below the
/// library, which several of them use.
pub fn part() -> String {
    let types = Types::read();
    let library = repository().join("crates/stratalog/src");
    let mut text = String::new();
    let mut shared = Open::new();
    for (verb, file) in VERBS {
        let file = library.join(file);
        let answer = types.find("Answer", &file).expect("every verb answers");
        writeln!(text, "## {verb}\n").expect("strings grow");
        let open = types.describe(answer, &mut text);
        let mut known = BTreeSet::from(["Answer".to_owned()]);
        let used = types.describe_all(open, &mut known, &mut text, |file| {
            file.starts_with(&library)
        });
        shared.extend(used);
    }
    text.push_str("## Types that several answers have\n\n");
    shared.sort();
    shared.reverse();
    types.describe_all(shared, &mut BTreeSet::new(), &mut text, |_| true);
    text
}

/// The types of the workspace that can be in an answer.
struct Types(Vec<Named>);

struct Named {
    name: String,
    file: PathBuf,
    about: String,
    shape: Shape,
}

enum Shape {
    Object(Vec<Field>),
    /// A type that is written as something else, in words.
    Words(&'static str),
    /// Alternatives: what each is called in JSON, what it is, and its content.
    Choice(Vec<(String, String, Fields)>),
}

/// Types that are still to be described, with the files that use them.
type Open = Vec<(String, PathBuf)>;

impl Types {
    fn read() -> Types {
        let mut files = Vec::new();
        let crates = std::fs::read_dir(repository().join("crates")).expect("crates");
        for folder in crates {
            add_sources(&folder.expect("a folder").path().join("src"), &mut files);
        }
        files.sort();
        Types(files.iter().flat_map(|file| types_of(file)).collect())
    }

    /// The type of this name that a file means: its own, or the only one.
    fn find(&self, name: &str, used_in: &Path) -> Option<&Named> {
        let named = || self.0.iter().filter(|known| known.name == name);
        let own = named().find(|known| known.file == used_in);
        // The library's own types are meant before those of the crates below it.
        own.or_else(|| named().find(|known| known.file.to_string_lossy().contains("stratalog/src")))
            .or_else(|| named().next())
    }

    /// Describes the types that are open, and those that they use, where they stand
    /// in files that are wanted. Returns the others.
    fn describe_all(
        &self,
        mut open: Open,
        known: &mut BTreeSet<String>,
        text: &mut String,
        is_wanted: impl Fn(&Path) -> bool,
    ) -> Open {
        let mut others = Open::new();
        while let Some((name, used_in)) = open.pop() {
            let Some(found) = self.find(&name, &used_in) else {
                continue;
            };
            if !is_wanted(&found.file) {
                others.push((name, used_in));
            } else if known.insert(name.clone()) {
                writeln!(text, "**{name}**: {}\n", found.about).expect("strings grow");
                open.extend(self.describe(found, text));
            }
        }
        others
    }

    /// Writes what a type looks like in JSON, and returns the types it uses.
    fn describe(&self, named: &Named, text: &mut String) -> Open {
        let mut open = Open::new();
        match &named.shape {
            Shape::Words(words) => writeln!(text, "{words}\n").expect("strings grow"),
            Shape::Object(fields) => {
                text.push_str("| key | type | is |\n| --- | --- | --- |\n");
                self.add_keys(fields, &named.file, text, &mut open);
                text.push('\n');
            }
            Shape::Choice(variants) => {
                for (name, about, content) in variants {
                    let inner = content
                        .iter()
                        .next()
                        .filter(|_| matches!(content, Fields::Unnamed(_)));
                    let inner = inner.map(|field| json_type(&field.ty, &named.file, &mut open));
                    let inner = inner.map_or(String::new(), |inner| format!(" ({inner})"));
                    writeln!(text, "- {name}{inner}: {about}").expect("strings grow");
                }
                text.push('\n');
            }
        }
        open
    }

    fn add_keys(&self, fields: &[Field], file: &Path, text: &mut String, open: &mut Open) {
        for field in fields {
            let serde = serde_words(&field.attrs);
            if serde.iter().any(|word| word == "flatten") {
                let name = innermost(&field.ty);
                match self.find(&name, file).map(|found| (&found.shape, &found.file)) {
                    Some((Shape::Object(inner), file)) => self.add_keys(inner, file, text, open),
                    Some((Shape::Choice(_), _)) if name == "Ended" => text.push_str(
                        "| `ended` | text | `done`, or why the run ended before: `stopped`, `limit`, … |\n\
                         | `because` | text, optional | which limit was reached |\n",
                    ),
                    _ => panic!("{name} in {} has no keys", file.display()),
                }
                continue;
            }
            let renamed = serde.iter().find_map(|word| word.strip_prefix("rename="));
            let own = field.ident.as_ref().map(ToString::to_string);
            let key = renamed.map_or(own.unwrap_or_default(), str::to_owned);
            let is_optional = serde
                .iter()
                .any(|word| word.starts_with("skip_serializing_if="));
            let optional = if is_optional { ", optional" } else { "" };
            let (kind, about) = (json_type(&field.ty, file, open), comment(&field.attrs));
            writeln!(text, "| `{key}` | {kind}{optional} | {about} |").expect("strings grow");
        }
    }
}

fn add_sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            add_sources(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

fn types_of(file: &Path) -> Vec<Named> {
    let text = std::fs::read_to_string(file).expect("a source");
    let parsed = syn::parse_file(&text).expect("sources parse");
    types_in(&parsed.items, file)
}

/// The types among these items. Those of a module within a file stand under the
/// path of the file with the name of the module.
fn types_in(items: &[Item], file: &Path) -> Vec<Named> {
    let named = |name: &syn::Ident, attrs: &[Attribute], shape| Named {
        name: name.to_string(),
        file: file.to_owned(),
        about: comment(attrs),
        shape,
    };
    let mut found = Vec::new();
    for item in items {
        match item {
            Item::Mod(module) => {
                if let Some((_, items)) = &module.content {
                    found.extend(types_in(items, &file.join(module.ident.to_string())));
                }
            }
            Item::Struct(item) if is_serialised(&item.attrs) => {
                let words = serde_words(&item.attrs);
                let shape = match &item.fields {
                    Fields::Named(_) if !words.iter().any(|word| word.starts_with("into=")) => {
                        Shape::Object(item.fields.iter().cloned().collect())
                    }
                    _ => Shape::Words("Written as its content."),
                };
                found.push(named(&item.ident, &item.attrs, shape));
            }
            Item::Enum(item) if is_serialised(&item.attrs) => {
                let words = serde_words(&item.attrs);
                let is_untagged = words.iter().any(|word| word == "untagged");
                let variants = item.variants.iter().map(|variant| {
                    let name = match is_untagged {
                        true => "either".to_owned(),
                        false => format!("`\"{}\"`", snake(&variant.ident.to_string())),
                    };
                    (name, comment(&variant.attrs), variant.fields.clone())
                });
                let shape = Shape::Choice(variants.collect());
                found.push(named(&item.ident, &item.attrs, shape));
            }
            _ => {}
        }
    }
    found
}

fn is_serialised(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attribute| {
        let Meta::List(list) = &attribute.meta else {
            return false;
        };
        attribute.path().is_ident("derive") && list.tokens.to_string().contains("Serialize")
    })
}

/// What `serde` is told of an item: words, or `word=value`.
fn serde_words(attrs: &[Attribute]) -> Vec<String> {
    let mut words = Vec::new();
    for attribute in attrs.iter().filter(|one| one.path().is_ident("serde")) {
        let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
        let Ok(metas) = attribute.parse_args_with(parse) else {
            continue;
        };
        for meta in metas {
            let Some(name) = meta.path().get_ident() else {
                continue;
            };
            words.push(match &meta {
                Meta::NameValue(pair) => format!("{name}={}", text_of(&pair.value)),
                _ => name.to_string(),
            });
        }
    }
    words
}

/// The comment above an item, in one line.
fn comment(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(text_of(&pair.value)),
        _ => None,
    });
    let text = lines.collect::<Vec<_>>().join(" ");
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}

fn text_of(value: &Expr) -> String {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => text.value(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// The name of a type without what is around it.
fn innermost(ty: &Type) -> String {
    let (name, inner) = parts(ty);
    match (name.as_str(), inner.first()) {
        ("Option" | "Box" | "Vec", Some(inner)) => innermost(inner),
        _ => name,
    }
}

/// A type as JSON has it, in words.
fn json_type(ty: &Type, file: &Path, open: &mut Open) -> String {
    if let Type::Tuple(tuple) = ty {
        let kinds: Vec<String> = tuple
            .elems
            .iter()
            .map(|one| json_type(one, file, open))
            .collect();
        return format!("list of {}", kinds.join(" and "));
    }
    if let Type::Array(array) = ty {
        return format!("list of {}", json_type(&array.elem, file, open));
    }
    let (name, inner) = parts(ty);
    let mut inside = |at: usize| {
        inner
            .get(at)
            .map(|one| json_type(one, file, open))
            .unwrap_or_default()
    };
    match name.as_str() {
        "Option" => format!("{} or `null`", inside(0)),
        "Box" => inside(0),
        "Vec" => format!("list of {}", inside(0)),
        "BTreeMap" => format!("object of {} by {}", inside(1), inside(0)),
        "String" | "PathBuf" => "text".to_owned(),
        "bool" => "`true` or `false`".to_owned(),
        "f64" | "f32" => "number".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" | "i32" | "i64" | "Seed" => "integer".to_owned(),
        "Square" => "`[row, column]`".to_owned(),
        "Interval" => "`[low, high]`".to_owned(),
        _ => {
            open.push((name.clone(), file.to_owned()));
            name
        }
    }
}

/// The last name of a type's path, and what stands in angle brackets behind it.
fn parts(ty: &Type) -> (String, Vec<Type>) {
    let Type::Path(path) = ty else {
        return (String::new(), Vec::new());
    };
    let Some(last) = path.path.segments.last() else {
        return (String::new(), Vec::new());
    };
    let inner = match &last.arguments {
        syn::PathArguments::AngleBracketed(brackets) => brackets
            .args
            .iter()
            .filter_map(|argument| match argument {
                syn::GenericArgument::Type(inner) => Some(inner.clone()),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    (last.ident.to_string(), inner)
}

/// `TooLarge` as `too_large`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
