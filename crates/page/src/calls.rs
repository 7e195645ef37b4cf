//! Calls of the library from the server: computed on threads of their own, a few
//! at once, within a time limit. Calls that may think for seconds have places of
//! their own, so that moves and overlays never wait for them.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use axum::http::StatusCode;
use stratalog::{Control, Stop};
use tokio::sync::Semaphore;
use tokio::task;
use tokio::time::timeout;

use crate::limits;
use crate::refusal::Refusal;

/// Makes calls.
#[derive(Clone, Debug)]
pub struct Calls {
    quick: Arc<Semaphore>,
    thinking: Arc<Semaphore>,
}

impl Default for Calls {
    fn default() -> Calls {
        let places = || Arc::new(Semaphore::new(limits::calls_at_once()));
        Calls {
            quick: places(),
            thinking: places(),
        }
    }
}

impl Calls {
    /// Makes a call that may think. It is asked to stop after this time, or when its
    /// client is gone; it then answers with what it has.
    pub async fn make_within<T: Send + 'static>(
        &self,
        time: Duration,
        call: impl FnOnce(&Control) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let stop = Stop::default();
        let control = Control::stopped_by(stop.clone());
        // The server drops what it was going to answer when a client disconnects.
        let _abandoned = StoppedOnDrop(stop.clone());
        let places = Arc::clone(&self.thinking);
        let place = timeout(limits::CALL_TIME, places.acquire_owned()).await;
        let Ok(Ok(place)) = place else {
            return Err(busy());
        };
        let alarm = task::spawn(async move {
            tokio::time::sleep(time).await;
            stop.request();
        });
        let answer = compute(place, move || call(&control)).await;
        alarm.abort();
        answer
    }

    /// Makes a call. A call that takes too long goes on and keeps its place, so
    /// that not too many are ever computed at once; its client is told.
    pub async fn make<T: Send + 'static>(
        &self,
        call: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let places = Arc::clone(&self.quick);
        let place = timeout(limits::CALL_TIME, places.acquire_owned()).await;
        let Ok(Ok(place)) = place else {
            return Err(busy());
        };
        compute(place, call).await
    }
}

/// Asks a call to stop when nobody waits for it any more.
struct StoppedOnDrop(Stop);

impl Drop for StoppedOnDrop {
    fn drop(&mut self) {
        self.0.request();
    }
}

type Place = tokio::sync::OwnedSemaphorePermit;
type Work = Box<dyn FnOnce() + Send>;

async fn compute<T: Send + 'static>(
    place: Place,
    call: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (answer, answered) = mpsc::channel();
    // A task is much code for each type of work. All work has one type.
    let work: Work = Box::new(move || {
        // Nobody waits for an answer that took too long.
        let _ = answer.send(call());
    });
    finish(place, work).await?;
    answered.try_recv().unwrap_or_else(|_| Err(failed()))
}

async fn finish(place: Place, work: Work) -> Result<(), Refusal> {
    let work = task::spawn_blocking(move || {
        work();
        drop(place);
    });
    match timeout(limits::CALL_TIME, work).await {
        Ok(ended) => ended.map_err(|_| failed()),
        Err(_) => Err(Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            format!(
                "no answer within {} seconds; ask for less",
                limits::CALL_TIME.as_secs()
            ),
        )),
    }
}

fn busy() -> Refusal {
    Refusal::busy("the server is busy; try again in a moment")
}

/// The refusal of a call that panicked.
fn failed() -> Refusal {
    Refusal::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "this call failed inside the program; please report what you asked for",
    )
}
