//! What handlers take of a request. What is wrong with it is said as with every
//! other refusal.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::refusal::Refusal;

/// A body of JSON.
pub struct Body<T>(pub T);

impl<S, T> FromRequest<S> for Body<T>
where
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
    S: Send + Sync,
{
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refusal> {
        let Json(value) = Json::from_request(request, state).await?;
        Ok(Body(value))
    }
}

/// The one name in a path, as in `/api/runs/{id}`.
pub struct Id(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, Refusal> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(name)) => Ok(Id(name)),
            Err(error) => Err(Refusal::new(StatusCode::BAD_REQUEST, error.body_text())),
        }
    }
}

/// What stands after the `?` of an address.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Refusal> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(asked)) => Ok(Asked(asked)),
            Err(error) => Err(Refusal::new(StatusCode::BAD_REQUEST, error.body_text())),
        }
    }
}
