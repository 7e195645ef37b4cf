//! Where a request may come from.
//!
//! A page of another site must not be able to use the server through the
//! visitor's browser. The `Host` of a request must be the server's own address,
//! which stops DNS rebinding; an `Origin` must be the server's own, which stops
//! calls from other sites. Where the server listens to other machines, a token is
//! needed as well.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

const COOKIE_NAME: &str = "stratalog-token";

/// The headers of every response. Scripts, styles and requests are the server's
/// own; nothing is embedded and nothing embeds the page.
pub const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// What the guard knows of the server.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The port the server listens on.
    pub port: u16,
    /// The host that was asked for; none where only this machine is served.
    pub host: Option<String>,
    /// The token that requests must have, where other machines are served.
    pub token: Option<String>,
}

impl Guard {
    /// Whether a `Host` is the server's own. A name is accepted only if it is the
    /// one asked for or `localhost`; an IP address cannot be rebound.
    fn is_own_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.port) {
            return false;
        }
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let address: Option<IpAddr> = bare.parse().ok();
        let is_local = name == "localhost" || address.is_some_and(|address| address.is_loopback());
        match &self.host {
            None => is_local,
            Some(own) => is_local || address.is_some() || own == bare,
        }
    }

    /// Why the request is refused, if it is.
    fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let forbidden = |message: &str| Refusal::new(StatusCode::FORBIDDEN, message);
        let host = text(headers, HOST.as_str()).filter(|host| self.is_own_host(host));
        let Some(host) = host else {
            return Err(forbidden("this server is not reached by that host name"));
        };
        if headers.contains_key(ORIGIN) {
            let own = format!("http://{host}");
            if text(headers, ORIGIN.as_str()) != Some(&own) {
                return Err(forbidden("requests from other sites are refused"));
            }
        }
        let site = text(headers, "sec-fetch-site");
        if site.is_some_and(|site| site != "same-origin" && site != "none") {
            return Err(forbidden("requests from other sites are refused"));
        }
        Ok(())
    }

    fn has_token(&self, headers: &HeaderMap, token: &str) -> bool {
        let bearer = text(headers, AUTHORIZATION.as_str());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        let cookies = text(headers, COOKIE.as_str()).unwrap_or_default();
        let mut cookie = cookies.split(';').filter_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == COOKIE_NAME).then_some(value)
        });
        bearer.is_some_and(|given| is_equal(given, token))
            || cookie.any(|given| is_equal(given, token))
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Compares in a time that does not depend on where the texts differ.
fn is_equal(given: &str, token: &str) -> bool {
    let differences = given.bytes().zip(token.bytes()).map(|(a, b)| a ^ b);
    given.len() == token.len() && differences.fold(0, |all, one| all | one) == 0
}

/// Refuses requests from elsewhere. A first visit with `?token=` in the address
/// is answered with a cookie.
pub async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    if let Err(refusal) = guard.check(request.headers()) {
        return refusal.into_response();
    }
    if let Some(token) = &guard.token
        && !guard.has_token(request.headers(), token)
    {
        let query = request.uri().query().unwrap_or_default();
        let given = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="));
        if request.uri().path() == "/" && given.is_some_and(|given| is_equal(given, token)) {
            let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/");
            let headers = [(SET_COOKIE, cookie), (LOCATION, "/".to_owned())];
            return (StatusCode::SEE_OTHER, headers).into_response();
        }
        let message = "open the address with the token that the server printed";
        return Refusal::new(StatusCode::UNAUTHORIZED, message).into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local() -> Guard {
        Guard {
            port: 8731,
            host: None,
            token: None,
        }
    }

    #[test]
    fn a_local_server_answers_to_its_own_names_only() {
        for host in ["127.0.0.1:8731", "localhost:8731", "[::1]:8731"] {
            assert!(local().is_own_host(host), "{host}");
        }
        for host in [
            "evil.example:8731",
            "127.0.0.1:80",
            "127.0.0.1",
            "",
            "192.168.0.2:8731",
        ] {
            assert!(!local().is_own_host(host), "{host}");
        }
    }

    #[test]
    fn a_shared_server_answers_to_addresses_and_its_name() {
        let shared = Guard {
            host: Some("box.local".to_owned()),
            ..local()
        };
        for host in ["192.168.0.2:8731", "box.local:8731", "localhost:8731"] {
            assert!(shared.is_own_host(host), "{host}");
        }
        assert!(!shared.is_own_host("evil.example:8731"));
    }
}
