//! Routes that describe themselves. A route is added with its handler, and its
//! description is made from the types that the handler takes and gives: the
//! compiler sees to it that the OpenAPI description is true.

use std::sync::Arc;

use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use stratalog::Event;

use super::body::{Body, Id};
use super::{Server, Shared};
use crate::refusal::{Refusal, RefusalBody};

/// What a handler gives.
type Given<A> = Result<Json<A>, Refusal>;

/// Routes and their description.
pub struct Routes {
    router: Router<Arc<Shared>>,
    /// Makes schemas of answers; each type is described once.
    answers: SchemaGenerator,
    /// Makes schemas of requests. What is left out has its default, so that they
    /// differ from those of answers; they stand where they are used.
    requests: SchemaGenerator,
    paths: Map<String, Value>,
}

impl Routes {
    /// No routes yet.
    pub fn new() -> Routes {
        let answers = SchemaSettings::draft2020_12().for_serialize().with(|set| {
            set.definitions_path = "/components/schemas".into();
            set.meta_schema = None;
        });
        let requests = SchemaSettings::draft2020_12().with(|set| {
            set.inline_subschemas = true;
            set.meta_schema = None;
        });
        Routes {
            router: Router::new(),
            answers: answers.into_generator(),
            requests: requests.into_generator(),
            paths: Map::new(),
        }
    }

    /// A route that only gives something.
    pub fn get<A, F>(mut self, path: &str, about: &str, handler: fn(Server) -> F) -> Routes
    where
        A: Serialize + JsonSchema,
        F: Future<Output = Given<A>> + Send + 'static,
    {
        self.describe::<A>("get", path, about, None);
        self.route(path, get(move |server: Server| handler(server)))
    }

    /// A route that gives something that has a name.
    pub fn get_one<A, F>(mut self, path: &str, about: &str, handler: fn(Server, Id) -> F) -> Routes
    where
        A: Serialize + JsonSchema,
        F: Future<Output = Given<A>> + Send + 'static,
    {
        self.describe::<A>("get", path, about, None);
        self.route(path, get(move |server: Server, id: Id| handler(server, id)))
    }

    /// A route that takes a request.
    pub fn post<R, A, F>(
        mut self,
        path: &str,
        about: &str,
        handler: fn(Server, Body<R>) -> F,
    ) -> Routes
    where
        R: DeserializeOwned + JsonSchema + Send + 'static,
        A: Serialize + JsonSchema,
        F: Future<Output = Given<A>> + Send + 'static,
    {
        let request = self.request::<R>();
        self.describe::<A>("post", path, about, Some(request));
        self.route(
            path,
            post(move |server: Server, body: Body<R>| handler(server, body)),
        )
    }

    /// A route that does something with what has a name.
    pub fn post_to<A, F>(mut self, path: &str, about: &str, handler: fn(Server, Id) -> F) -> Routes
    where
        A: Serialize + JsonSchema,
        F: Future<Output = Given<A>> + Send + 'static,
    {
        self.describe::<A>("post", path, about, None);
        self.route(
            path,
            post(move |server: Server, id: Id| handler(server, id)),
        )
    }

    /// A route that takes a request about what has a name.
    pub fn post_about<R, A, F>(
        mut self,
        path: &str,
        about: &str,
        handler: fn(Server, Id, Body<R>) -> F,
    ) -> Routes
    where
        R: DeserializeOwned + JsonSchema + Send + 'static,
        A: Serialize + JsonSchema,
        F: Future<Output = Given<A>> + Send + 'static,
    {
        let request = self.request::<R>();
        self.describe::<A>("post", path, about, Some(request));
        self.route(
            path,
            post(move |server: Server, id: Id, body: Body<R>| handler(server, id, body)),
        )
    }

    /// The route of a run's events, a stream that no schema describes; `from` is
    /// the number of the first event that is wanted.
    pub fn events(mut self, path: &str, about: &str, handler: MethodRouter<Arc<Shared>>) -> Routes {
        let event = self.answers.subschema_for::<Event>();
        let mut operation = operation(path, about);
        if let Some(parameters) = operation["parameters"].as_array_mut() {
            parameters.push(json!({
                "name": "from", "in": "query", "required": false,
                "schema": {"type": "integer", "minimum": 0, "maximum": u32::MAX},
            }));
        }
        operation["responses"] = json!({
            "200": {
                "description": "Server-sent events. The data of each is one of these objects; \
                                that of the last, named `result`, says how the run ended.",
                "content": {"text/event-stream": {"x-data": event}},
            },
            "4XX": self.refusal(),
        });
        self.add("get", path, operation);
        self.route(path, handler)
    }

    fn route(mut self, path: &str, handler: MethodRouter<Arc<Shared>>) -> Routes {
        self.router = self.router.route(path, handler);
        self
    }

    /// A request's body, with the examples of its type.
    fn request<R: JsonSchema>(&mut self) -> Value {
        let mut schema = R::json_schema(&mut self.requests);
        let examples = schema.remove("examples").unwrap_or_default();
        let examples = examples.as_array().into_iter().flatten().enumerate();
        let examples: Map<String, Value> = examples
            .map(|(number, value)| (format!("example {}", number + 1), json!({"value": value})))
            .collect();
        json!({
            "required": true,
            "content": {"application/json": {"schema": schema, "examples": examples}},
        })
    }

    fn refusal(&mut self) -> Value {
        let schema = self.answers.subschema_for::<RefusalBody>();
        json!({
            "description": "Why the request is refused.",
            "content": {"application/json": {"schema": schema}},
        })
    }

    fn describe<A: JsonSchema>(
        &mut self,
        method: &str,
        path: &str,
        about: &str,
        request: Option<Value>,
    ) {
        let mut operation = operation(path, about);
        if let Some(request) = request {
            operation["requestBody"] = request;
        }
        let schema = A::json_schema(&mut self.answers);
        operation["responses"] = json!({
            "200": {"description": "The answer.", "content": {"application/json": {"schema": schema}}},
            "4XX": self.refusal(),
        });
        self.add(method, path, operation);
    }

    fn add(&mut self, method: &str, path: &str, operation: Value) {
        let known = self.paths.entry(path).or_insert_with(|| json!({}));
        known[method] = operation;
    }

    /// The routes, and the OpenAPI description of them.
    pub fn finish(mut self) -> (Router<Arc<Shared>>, Value) {
        let mut description = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Stratalog",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "The local server of the web page. Answers are those of the \
                                library; requests from other sites are refused.",
            },
            "paths": self.paths,
            "components": {"schemas": self.answers.take_definitions(true)},
        });
        shorten_tuples(&mut description);
        (self.router, description)
    }
}

/// Describes a tuple of equal parts as a list of that length: the same to a reader,
/// and understood by more programs.
fn shorten_tuples(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(shorten_tuples),
        Value::Object(object) => {
            object.values_mut().for_each(shorten_tuples);
            let parts = object.get("prefixItems").and_then(Value::as_array);
            let first = parts.filter(|parts| parts.iter().all(|part| *part == parts[0]));
            if let Some(first) = first.and_then(|parts| parts.first()).cloned() {
                object.remove("prefixItems");
                object.insert("items".to_owned(), first);
            }
        }
        _ => {}
    }
}

/// An operation on a path, with the parameters that stand in the path.
fn operation(path: &str, about: &str) -> Value {
    let names = path.split('/').filter_map(|part| {
        let name = part.strip_prefix('{')?;
        name.strip_suffix('}')
    });
    let parameters: Vec<Value> = names
        .map(|name| {
            json!({
                "name": name, "in": "path", "required": true,
                "schema": {"type": "string", "minLength": 1},
            })
        })
        .collect();
    json!({"summary": about, "parameters": parameters})
}
