//! Text that goals write: collected by `with_output_to/2`, and outside of it kept
//! for whoever runs the query. There are no streams.

use super::Builtin;
use super::strings::{Quotes, Style};
use crate::arithmetic::{Value, evaluate, number};
use crate::cell::{Cell, Tag};
use crate::error::{Ball, Raise};
use crate::machine::Machine;
use crate::operators::Operators;
use crate::symbol::sym;
use crate::writer::TermWriter;

pub(super) const ALL: &[Builtin] = &[
    // `$output_begin(Depth)`: what is written from now on is collected.
    Builtin::new("$output_begin", 1, |m, at| {
        let depth = m.heap.new_int(m.output.len() as i64);
        m.output.push(String::new());
        m.unify(at, depth)
    }),
    // `$output_end(Depth, Text)`: the text collected since.
    Builtin::new("$output_end", 2, |m, at| {
        let depth = usize::try_from(m.int_arg(at)?).unwrap_or(0);
        let text = m.output.drain(depth..).next().unwrap_or_default();
        let made = Cell::text(m.new_symbol(&text)?);
        m.unify(at + 1, made)
    }),
    Builtin::new("$output", 1, |m, at| {
        let text = m.text(at)?;
        m.print(&text)
    }),
    // Text for a standard stream, which `with_output_to/2` does not collect.
    Builtin::new("$print_user", 1, |m, at| {
        let text = m.text(at)?;
        m.check_memory(text.len() / 8)?;
        m.texts = m.texts.saturating_add(text.len());
        m.transcript.push_str(&text);
        Ok(true)
    }),
    // `$write_term(Term, Quoted, IgnoreOps, NumberVars)`
    Builtin::new("$write_term", 4, |m, at| {
        let is_on = |m: &Machine<'_>, i: usize| m.arg(at + i) == Cell::atom(sym::TRUE);
        let style = Style {
            quotes: if is_on(m, 1) {
                Quotes::Needed
            } else {
                Quotes::None
            },
            has_operators: !is_on(m, 2),
            names_variables: is_on(m, 3),
        };
        let text = m.written_in(m.x[at], style);
        m.print(&text)
    }),
    // `$clause_text(Clause, Text)`: as `portray_clause/1` writes it.
    Builtin::new("$clause_text", 2, |m, at| {
        let clause = m.heap.read(m.x[at], &mut Default::default());
        let text = TermWriter::new().operators(m.operators()).clause(&clause);
        let made = Cell::text(m.new_symbol(&text)?);
        m.unify(at + 1, made)
    }),
    Builtin::new("write", 1, |m, at| {
        let text = m.written(m.x[at], Quotes::None);
        m.print(&text)
    }),
    Builtin::new("writeln", 1, |m, at| {
        let text = m.written(m.x[at], Quotes::None) + "\n";
        m.print(&text)
    }),
    Builtin::new("writeq", 1, |m, at| {
        let text = m.written(m.x[at], Quotes::Needed);
        m.print(&text)
    }),
    Builtin::new("write_canonical", 1, |m, at| {
        let term = m.heap.read(m.x[at], &mut Default::default());
        let text = TermWriter::new()
            .operators(&Operators::none())
            .by_occurrence(&term);
        m.heap.effort.spend(text.len() as u64);
        m.print(&text)
    }),
    Builtin::new("print", 1, |m, at| {
        let text = m.written(m.x[at], Quotes::Needed);
        m.print(&text)
    }),
    Builtin::new("nl", 0, |m, _| m.print("\n")),
    Builtin::new("tab", 1, |m, at| {
        let count = match evaluate(&m.heap, m.x[at])? {
            Value::Int(count) => usize::try_from(count).unwrap_or(0),
            _ => return Err(Ball::Type("integer", m.arg(at)).into()),
        };
        m.check_memory(count / 8)?;
        m.print(&" ".repeat(count))
    }),
    Builtin::new("put_char", 1, |m, at| {
        let text = m.text(at)?;
        m.print(&text)
    }),
    // `$format(Format, Arguments, Text)`
    Builtin::new("$format", 3, |m, at| {
        let format = m.text(at)?;
        let args = m.arg(at + 1);
        let args = m.proper_list(args).unwrap_or_else(|| vec![args]);
        let start = column(m.output.last().unwrap_or(&m.transcript));
        let text = Formatter::new(m, args, start).run(&format)?;
        let made = Cell::text(m.new_symbol(&text)?);
        m.unify(at + 2, made)
    }),
];

impl Machine<'_> {
    /// Adds to the text that the innermost `with_output_to/2` collects, or to the
    /// transcript of the query.
    fn print(&mut self, text: &str) -> Result<bool, Raise> {
        self.check_memory(text.len() / 8)?;
        self.texts = self.texts.saturating_add(text.len());
        let output = self.output.last_mut().unwrap_or(&mut self.transcript);
        output.push_str(text);
        Ok(true)
    }
}

/// The column after a text.
fn column(text: &str) -> usize {
    let line = text.rsplit('\n').next().unwrap_or("");
    line.chars().count()
}

/// The state of one `format`.
struct Formatter<'a, 'p> {
    machine: &'a mut Machine<'p>,
    args: std::vec::IntoIter<Cell>,
    text: String,
    /// The column at which `text` starts.
    start: usize,
    /// Where the current column segment starts, in bytes of `text`.
    segment: usize,
    /// The last column stop.
    stop: usize,
    /// Positions in `text` at which the segment may be filled, and with what.
    fills: Vec<(usize, char)>,
}

impl<'a, 'p> Formatter<'a, 'p> {
    fn new(machine: &'a mut Machine<'p>, args: Vec<Cell>, start: usize) -> Formatter<'a, 'p> {
        Formatter {
            machine,
            args: args.into_iter(),
            text: String::new(),
            start,
            segment: 0,
            stop: start,
            fills: Vec::new(),
        }
    }

    fn run(mut self, format: &str) -> Result<String, Raise> {
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            if c == '~' {
                self.directive(&mut chars)?;
            } else {
                self.text.push(c);
            }
            self.machine.check_memory(self.text.len() / 8)?;
        }
        if self.args.next().is_some() {
            return Err(Ball::Format("too many arguments").into());
        }
        Ok(self.text)
    }

    fn next_arg(&mut self) -> Result<Cell, Raise> {
        let arg = self.args.next();
        let arg = arg.ok_or(Raise::Ball(Ball::Format("not enough arguments")))?;
        Ok(self.machine.heap.deref(arg))
    }

    /// One directive; the `~` has been read.
    fn directive(&mut self, chars: &mut std::str::Chars<'_>) -> Result<(), Raise> {
        let truncated = || Raise::Ball(Ball::Format("truncated format specification"));
        let mut c = chars.next().ok_or_else(truncated)?;
        let mut count = None;
        if c == '`' {
            count = Some(i64::from(u32::from(chars.next().ok_or_else(truncated)?)));
            c = chars.next().ok_or_else(truncated)?;
        } else if c == '*' {
            let arg = self.next_arg()?;
            if arg.tag() != Tag::Int || arg.int() < 0 {
                return Err(Ball::Format("no or negative integer for `*' argument").into());
            }
            count = Some(arg.int());
            c = chars.next().ok_or_else(truncated)?;
        } else {
            while let Some(digit) = c.to_digit(10) {
                let so_far = count.unwrap_or(0i64);
                count = Some((so_far * 10 + i64::from(digit)).min(1 << 20));
                c = chars.next().ok_or_else(truncated)?;
            }
        }
        let repeat = usize::try_from(count.unwrap_or(1)).unwrap_or(0);
        match c {
            '~' => self.text.push('~'),
            'n' => self.text.push_str(&"\n".repeat(repeat)),
            'w' => self.put_term(Quotes::None)?,
            'p' | 'q' => self.put_term(Quotes::Needed)?,
            'a' => {
                let arg = self.next_arg()?;
                if arg.is_ref() {
                    return Err(Ball::Instantiation.into());
                }
                let text = self.machine.written(arg, Quotes::None);
                self.text.push_str(&text);
            }
            'd' | 'D' => {
                let text = self.integer()?;
                let digits = usize::try_from(count.unwrap_or(0)).unwrap_or(0);
                let comma = (c == 'D').then_some(',');
                self.text.push_str(&grouped(&text, digits, comma));
            }
            'e' | 'f' | 'g' => {
                let digits = usize::try_from(count.unwrap_or(6)).unwrap_or(6).min(1000);
                let text = self.float(c, digits)?;
                self.text.push_str(&text);
            }
            'r' | 'R' => {
                let radix = u32::try_from(count.unwrap_or(8)).ok();
                let radix = radix
                    .filter(|radix| (2..=36).contains(radix))
                    .ok_or(Raise::Ball(Ball::Format("no default radix")))?;
                let value = self.next_arg()?;
                let value = match number(&self.machine.heap, value) {
                    Some(Value::Int(value)) => num_bigint::BigInt::from(value),
                    Some(Value::Big(value)) => value,
                    _ => return Err(Ball::Type("integer", value).into()),
                };
                let text = value.to_str_radix(radix);
                self.text
                    .push_str(&if c == 'R' { text.to_uppercase() } else { text });
            }
            's' => {
                let arg = self.next_arg()?;
                let text = self.machine.text_of(arg)?;
                self.text.push_str(&text);
            }
            'c' => {
                let arg = self.next_arg()?;
                let code = (arg.tag() == Tag::Int).then(|| u32::try_from(arg.int()).ok());
                let char = code.flatten().and_then(char::from_u32);
                let char = char.ok_or(Raise::Ball(Ball::Type("integer", arg)))?;
                self.text.push_str(&char.to_string().repeat(repeat));
            }
            'i' => {
                self.next_arg()?;
            }
            't' => {
                let fill = count.and_then(|code| char::from_u32(u32::try_from(code).ok()?));
                self.fills.push((self.text.len(), fill.unwrap_or(' ')));
            }
            '|' | '+' => self.column_stop(c, count),
            _ => return Err(Ball::Format("unknown directive").into()),
        }
        Ok(())
    }

    fn put_term(&mut self, quotes: Quotes) -> Result<(), Raise> {
        let arg = self.next_arg()?;
        let text = self.machine.written(arg, quotes);
        self.text.push_str(&text);
        Ok(())
    }

    /// The digits of an argument that must evaluate to an integer.
    fn integer(&mut self) -> Result<String, Raise> {
        let arg = self.next_arg()?;
        match evaluate(&self.machine.heap, arg)? {
            Value::Int(value) => Ok(value.to_string()),
            Value::Big(value) => Ok(value.to_string()),
            Value::Float(_) => Err(Ball::Type("integer", arg).into()),
        }
    }

    fn float(&mut self, how: char, digits: usize) -> Result<String, Raise> {
        let arg = self.next_arg()?;
        let value = match evaluate(&self.machine.heap, arg)? {
            // Integers of any size are written exactly.
            Value::Int(value) if how == 'f' => return Ok(with_zeros(value.to_string(), digits)),
            Value::Big(value) if how == 'f' => return Ok(with_zeros(value.to_string(), digits)),
            Value::Int(value) => value as f64,
            Value::Big(value) => num_traits::ToPrimitive::to_f64(&value).unwrap_or(f64::INFINITY),
            Value::Float(value) => value,
        };
        Ok(match how {
            'f' => format!("{value:.digits$}"),
            'e' => scientific(value, digits),
            _ => shortest(value, digits),
        })
    }

    /// Ends a column: pads the segment to the stop.
    fn column_stop(&mut self, kind: char, count: Option<i64>) {
        let line_start = self.text.rfind('\n').map_or(0, |at| at + 1);
        let base = if line_start == 0 { self.start } else { 0 };
        let here = base + self.text[line_start..].chars().count();
        let wanted = count.map(|count| usize::try_from(count).unwrap_or(0));
        let target = match (kind, wanted) {
            ('+', wanted) => self.stop + wanted.unwrap_or(8),
            (_, Some(column)) => column,
            (_, None) => here,
        };
        let pad = target.saturating_sub(here);
        let mut fills: Vec<(usize, char)> = std::mem::take(&mut self.fills);
        fills.retain(|(at, _)| *at >= self.segment);
        if fills.is_empty() {
            // `~t` is what aligns to the right; without it, text is at the left.
            fills.push((self.text.len(), ' '));
        }
        let share = pad / fills.len();
        let extra = pad % fills.len();
        for (i, &(at, fill)) in fills.iter().enumerate().rev() {
            let width = share + if i + 1 == fills.len() { extra } else { 0 };
            self.text.insert_str(at, &fill.to_string().repeat(width));
        }
        self.segment = self.text.len();
        self.stop = here + pad;
    }
}

/// An integer's text with a decimal point before the last `digits`, and a
/// separator between groups of three.
fn grouped(text: &str, digits: usize, separator: Option<char>) -> String {
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => ("-", number),
        None => ("", text),
    };
    let padded = format!(
        "{}{number}",
        "0".repeat((digits + 1).saturating_sub(number.len()))
    );
    let (whole, fraction) = padded.split_at(padded.len() - digits);
    let mut result = sign.to_owned();
    for (i, digit) in whole.chars().enumerate() {
        if let Some(separator) = separator
            && i > 0
            && (whole.len() - i) % 3 == 0
        {
            result.push(separator);
        }
        result.push(digit);
    }
    if digits > 0 {
        result.push('.');
        result.push_str(fraction);
    }
    result
}

fn with_zeros(integer: String, digits: usize) -> String {
    if digits == 0 {
        return integer;
    }
    format!("{integer}.{}", "0".repeat(digits))
}

/// As C's `%e`: a sign and at least two digits in the exponent.
fn scientific(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let (sign, exponent) = match exponent.strip_prefix('-') {
                Some(exponent) => ('-', exponent),
                None => ('+', exponent),
            };
            format!("{mantissa}e{sign}{exponent:0>2}")
        }
        None => text,
    }
}

/// As C's `%g`.
fn shortest(value: f64, digits: usize) -> String {
    let digits = digits.max(1);
    let text = format!("{value:.*e}", digits - 1);
    let exponent = text
        .split_once('e')
        .and_then(|(_, e)| e.parse::<i32>().ok());
    let Some(exponent) = exponent else {
        return text;
    };
    let trimmed = |text: String| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    };
    if exponent < -4 || exponent >= digits as i32 {
        let text = scientific(value, digits - 1);
        return match text.split_once('e') {
            Some((mantissa, exponent)) => format!("{}e{exponent}", trimmed(mantissa.to_owned())),
            None => text,
        };
    }
    let after = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
    trimmed(format!("{value:.after$}"))
}
