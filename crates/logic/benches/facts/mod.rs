//! The facts of the benchmarks, from a fixed random generator.

use std::fmt::Write as _;

/// The facts with this name.
pub fn generate(name: &str) -> String {
    let mut text = String::new();
    match name {
        "random_edges" => random_edges(&mut text),
        "keyed_values" => keyed_values(&mut text),
        "keyed_rules" => keyed_rules(&mut text),
        "keyed_pairs" => keyed_pairs(&mut text),
        "structured_arcs" => structured_arcs(&mut text),
        "random_graph" => random_graph(&mut text),
        "trains" => trains(&mut text),
        "cells" => cells(&mut text),
        "worlds" => worlds(&mut text),
        "parents" => parents(&mut text),
        other => panic!("no facts are named {other}"),
    }
    .expect("a string takes everything");
    text
}

/// A fixed random generator, so that the facts never change.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn random_edges(text: &mut String) -> std::fmt::Result {
    let mut numbers = Numbers(1);
    for _ in 0..100_000 {
        let (a, b) = (numbers.below(20_000), numbers.below(20_000));
        writeln!(text, "edge(n{a}, n{b}).")?;
    }
    for node in (0..20_000).step_by(7) {
        writeln!(text, "colour(n{node}, red).")?;
    }
    Ok(())
}

fn keyed_values(text: &mut String) -> std::fmt::Result {
    for key in 1..=20_000 {
        writeln!(text, "value(k({key}), v{}).", key % 97)?;
    }
    Ok(())
}

fn keyed_rules(text: &mut String) -> std::fmt::Result {
    for key in 1..=3_000 {
        writeln!(text, "value(k({key}), V) :- V is {key} + {}.", key % 7)?;
    }
    Ok(())
}

fn keyed_pairs(text: &mut String) -> std::fmt::Result {
    for key in 1..=5_000 {
        writeln!(text, "pair(p({key}, {}), {}).", key % 13, key % 97)?;
    }
    Ok(())
}

fn structured_arcs(text: &mut String) -> std::fmt::Result {
    let mut numbers = Numbers(4);
    for _ in 0..20_000 {
        let (a, b) = (1 + numbers.below(2_000), 1 + numbers.below(2_000));
        writeln!(text, "arc(node({a}), node({b})).")?;
    }
    for node in (1..=2_000).step_by(7) {
        writeln!(text, "mark(node({node})).")?;
    }
    Ok(())
}

fn random_graph(text: &mut String) -> std::fmt::Result {
    let mut numbers = Numbers(2);
    for node in 0..400 {
        writeln!(text, "node(v{node}).")?;
    }
    for _ in 0..1_200 {
        let (a, b) = (numbers.below(400), numbers.below(400));
        writeln!(text, "arc(v{a}, v{b}).")?;
    }
    Ok(())
}

/// A board of 40x40 cells with a digit in each.
fn cells(text: &mut String) -> std::fmt::Result {
    let mut numbers = Numbers(5);
    for x in 1..=40 {
        for y in 1..=40 {
            writeln!(text, "cell({x}, {y}, {}).", numbers.below(10))?;
        }
    }
    Ok(())
}

/// A thousand worlds with ten coloured things each.
fn worlds(text: &mut String) -> std::fmt::Result {
    let mut numbers = Numbers(6);
    let colours = ["red", "green", "blue"];
    let (mut at, mut next) = (String::new(), String::new());
    for world in 0..1_000 {
        writeln!(text, "world(w{world}).")?;
        for _ in 0..10 {
            let (x, y) = (numbers.below(6), numbers.below(6));
            let colour = colours[numbers.below(3) as usize];
            writeln!(at, "at(w{world}, {x}, {y}, {colour}).")?;
        }
        for y in 0..5 {
            writeln!(next, "next(w{world}, {y}, {}).", y + 1)?;
        }
    }
    text.push_str(&at);
    text.push_str(&next);
    Ok(())
}

/// A thousand persons in a tree with two children each.
fn parents(text: &mut String) -> std::fmt::Result {
    for person in 1..1_000 {
        writeln!(text, "person(p{person}).")?;
    }
    for child in 2..1_000 {
        writeln!(text, "parent(p{}, p{child}).", child / 2)?;
    }
    Ok(())
}

fn trains(text: &mut String) -> std::fmt::Result {
    let mut numbers = Numbers(3);
    let mut relations: Vec<String> = vec![String::new(); 8];
    let shapes = ["triangle", "circle", "hexagon", "rectangle", "diamond"];
    let mut car = 0;
    for train in 0..1_000 {
        writeln!(relations[0], "example(t{train}).")?;
        for _ in 0..2 + numbers.below(3) {
            car += 1;
            writeln!(relations[1], "has_car(t{train}, c{car}).")?;
            let (length, name) = match numbers.below(2) {
                0 => (2, "short"),
                _ => (3, "long"),
            };
            writeln!(relations[length], "{name}(c{car}).")?;
            let (roof, name) = match numbers.below(3) {
                0 => (4, "closed"),
                _ => (5, "open"),
            };
            writeln!(relations[roof], "{name}(c{car}).")?;
            writeln!(relations[6], "wheels(c{car}, {}).", 2 + numbers.below(2))?;
            let shape = shapes[numbers.below(5) as usize];
            writeln!(relations[7], "load(c{car}, {shape}, {}).", numbers.below(4))?;
        }
    }
    text.push_str(&relations.concat());
    Ok(())
}
