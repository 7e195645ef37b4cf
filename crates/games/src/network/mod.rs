//! A telephone network to be managed: it has only a rulesheet, and an expert.

pub mod dispatcher;
