//! Reasons as JSON: an object whose `kind` names the variant.

use super::Reason;

impl Reason {
    /// The reason as a JSON object.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a reason has text keys and finite parts only")
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;

    #[test]
    fn a_reason_is_an_object_that_names_its_kind() {
        let reason = Reason::Search(Search {
            value: Outcome::Win,
            plies: Some(3),
            exact: true,
            depth: 3,
            nodes: 17,
        });
        assert_eq!(
            reason.to_json(),
            serde_json::json!({
                "kind": "search", "value": "win", "plies": 3, "exact": true, "depth": 3, "nodes": 17
            })
        );
        assert_eq!(Reason::Forced.to_json()["kind"], "forced");
        let read: Reason = serde_json::from_value(reason.to_json()).expect("it reads back");
        assert_eq!(read, reason);
    }
}
