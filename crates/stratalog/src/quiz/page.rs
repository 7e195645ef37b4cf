//! A form as a page: the parts are shown one after the other, and the answers are
//! saved as a table. Printed, each part begins on a new sheet.

use std::fmt::Write as _;

use super::forms::Part;
use super::{TaughtRule, ask, example};
use crate::html::escaped;

const STYLE: &str = include_str!("form.css");
const SCRIPT: &str = include_str!("form.js");

/// A form.
pub(super) struct Form<'a> {
    /// The game and its board.
    pub(super) title: &'a str,
    /// `A` or `B`.
    pub(super) name: &'a str,
    pub(super) before: &'a [ask::Answer],
    /// The rules, each with an example where there is one.
    pub(super) rules: &'a [(TaughtRule, Option<example::Answer>)],
    pub(super) after: &'a [ask::Answer],
}

impl Form<'_> {
    pub(super) fn to_html(&self) -> String {
        let (title, name) = (escaped(self.title), self.name);
        let mut html = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <title>{title}: form {name}</title>\n<style>\n{STYLE}</style></head>\n\
             <body data-form=\"{name}\">\n<h1>{title}</h1>\n\
             <p><label>Name or number: <input id=\"person\" autocomplete=\"off\"></label> \
             (form {name})</p>\n"
        );
        self.questions(&mut html, Part::Before, self.before);
        self.shown_rules(&mut html);
        self.questions(&mut html, Part::After, self.after);
        let _ = write!(
            html,
            "<section><h2>Thank you</h2>\n\
             <p><button type=\"button\" id=\"save\">Save the answers</button> \
             <span id=\"nameless\" role=\"status\" hidden>Write your name or number first, at the \
             top of the page.</span></p></section>\n\
             <script>\n{SCRIPT}</script></body></html>\n"
        );
        html
    }

    fn questions(&self, html: &mut String, part: Part, questions: &[ask::Answer]) {
        let title = match part {
            Part::Before => "Choose the best move",
            Part::After => "Choose the best move once more",
        };
        let _ = writeln!(html, "<section><h2>{title}</h2>");
        for (number, question) in (1..).zip(questions) {
            let part = part.as_str();
            let name = format!("{part}-{number}");
            let _ = writeln!(
                html,
                "<fieldset data-part=\"{part}\" data-question=\"{number}\" data-position=\"{}\">\
                 <legend>{number}. {} to move</legend>\n{}<p>",
                escaped(&question.position),
                escaped(&question.role),
                question.drawing.to_svg()
            );
            for choice in &question.choices {
                let mv = escaped(&choice.mv);
                let _ = writeln!(
                    html,
                    "<label><input type=\"radio\" name=\"{name}\" value=\"{mv}\"> {mv}</label>"
                );
            }
            html.push_str("</p></fieldset>\n");
        }
        html.push_str(
            "<p><button type=\"button\" class=\"next\">Next</button> \
             <span class=\"missing\" role=\"status\"></span></p></section>\n",
        );
    }

    fn shown_rules(&self, html: &mut String) {
        html.push_str(
            "<section><h2>The rules of a strategy</h2>\n\
             <p>The first rule that applies decides. Take the time you need.</p>\n<ol>\n",
        );
        for (rule, example) in self.rules {
            let english = if rule.english.is_empty() {
                &rule.name
            } else {
                &rule.english
            };
            let _ = writeln!(html, "<li><p>{}</p>", escaped(english));
            if let Some(example) = example {
                let _ = writeln!(
                    html,
                    "<figure>{}<figcaption>{} to move: {}</figcaption></figure>",
                    example.drawing.to_svg(),
                    escaped(&example.role),
                    escaped(&example.english)
                );
            }
            html.push_str("</li>\n");
        }
        html.push_str(
            "</ol>\n<p><button type=\"button\" class=\"next\">Next</button></p></section>\n",
        );
    }
}
