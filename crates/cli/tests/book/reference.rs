//! Parts of the reference that are made from the code.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::predicates;

/// The part of this name.
pub fn part(name: &str) -> String {
    match name {
        "answers" => super::answers::part(),
        "differences" => predicates::differences(),
        "functions" => predicates::functions(),
        "predicates" => predicates::groups(),
        "http" => http(&stratalog_page::api::description()),
        _ => panic!("no part of the reference is called {name}"),
    }
}

/// The HTTP interface, route by route, and the types of its answers.
fn http(description: &Value) -> String {
    let mut text = String::from("## Routes\n");
    for (path, methods) in members(&description["paths"]) {
        for (method, operation) in members(methods) {
            let about = operation["summary"].as_str().unwrap_or_default();
            let method = method.to_uppercase();
            write!(text, "\n### {method} {path}\n\n{about}.\n").expect("strings grow");
            let request = &operation["requestBody"]["content"]["application/json"];
            if !request.is_null() {
                text.push_str("\nRequest:\n\n");
                add_type(&mut text, &request["schema"]);
            }
            let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            if answer.is_null() {
                let events = operation["responses"]["200"]["description"].as_str();
                write!(text, "\nAnswer: {}\n", events.unwrap_or_default()).expect("strings grow");
            } else {
                text.push_str("\nAnswer:\n\n");
                add_type(&mut text, answer);
            }
        }
    }
    text.push_str("\n## Types\n");
    for (name, schema) in members(&description["components"]["schemas"]) {
        write!(text, "\n### {name}\n\n").expect("strings grow");
        if let Some(about) = schema["description"].as_str() {
            write!(text, "{}\n\n", in_one_line(about)).expect("strings grow");
        }
        add_type(&mut text, schema);
    }
    text
}

/// What a value of a type looks like: a table of its keys, or its name.
fn add_type(text: &mut String, schema: &Value) {
    let variants = ["oneOf", "anyOf"].map(|word| schema[word].as_array());
    let properties = members(&schema["properties"]).count();
    if properties == 0 && variants.iter().all(Option::is_none) {
        writeln!(text, "{}", type_name(schema)).expect("strings grow");
        return;
    }
    if properties > 0 {
        add_keys(text, schema);
        text.push('\n');
    }
    for variant in variants.into_iter().flatten().flatten() {
        let about = variant["description"].as_str().map(in_one_line);
        let about = about.map_or(String::new(), |about| format!(": {about}"));
        if members(&variant["properties"]).count() == 0 {
            writeln!(text, "- {}{about}", type_name(variant)).expect("strings grow");
        } else {
            write!(text, "- an object{about}\n\n").expect("strings grow");
            add_keys(text, variant);
            text.push('\n');
        }
    }
}

fn add_keys(text: &mut String, schema: &Value) {
    text.push_str("| key | type | is |\n| --- | --- | --- |\n");
    let required = schema["required"].as_array();
    for (key, value) in members(&schema["properties"]) {
        let is_required = required.is_some_and(|names| names.iter().any(|name| name == key));
        let optional = if is_required { "" } else { ", optional" };
        let about = value["description"].as_str().unwrap_or_default();
        let (kind, about) = (type_name(value), in_one_line(about));
        writeln!(text, "| `{key}` | {kind}{optional} | {about} |").expect("strings grow");
    }
}

/// A type in a few words, with a link if it has a section of its own.
fn type_name(schema: &Value) -> String {
    if let Some(constant) = schema.get("const") {
        return format!("`{constant}`");
    }
    if let Some(path) = schema["$ref"].as_str() {
        let name = path.rsplit('/').next().unwrap_or(path);
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        return values.join(" or ");
    }
    if let Some(parts) = ["oneOf", "anyOf", "allOf"]
        .iter()
        .find_map(|word| schema[*word].as_array())
    {
        let names: Vec<String> = parts.iter().map(type_name).collect();
        return names.join(" or ");
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => match schema.get("items") {
            Some(items) => format!("list of {}", type_name(items)),
            None => "list".to_owned(),
        },
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => {
            let names = kinds.iter().filter_map(Value::as_str);
            names.collect::<Vec<_>>().join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// A text for a cell of a table.
fn in_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}
