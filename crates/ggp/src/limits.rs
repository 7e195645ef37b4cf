//! How much clients can ask for. The number of matches is limited by
//! [`stratalog::ggp::MATCHES`].

use std::time::Duration;

/// The largest message, in bytes.
pub const BODY: usize = 4 * 1024 * 1024;
/// The time within which a client must send a message.
pub const BODY_TIME: Duration = Duration::from_secs(20);
/// Connections at once.
pub const CONNECTIONS: usize = 256;
/// The time within which a client must send the head of a request.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
