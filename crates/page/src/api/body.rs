//! What handlers take of a request. What is wrong with it is said as with every
//! other refusal.

use std::fmt;
use std::marker::PhantomData;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::refusal::Refusal;

/// A body of JSON.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refusal> {
        let Json(Object(value)) = Json::from_request(request, state).await?;
        Ok(Body(value))
    }
}

/// What is written as an object. Alone, a struct would be read from a list of its
/// fields, too, and from an empty one where all of them may be left out.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
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
