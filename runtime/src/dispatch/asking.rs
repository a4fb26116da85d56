//! A handler that is kept while its questions are out (`legacy.md` part 5): they go to the client as
//! requests, and its answers continue the handler where it stands.
//!
//! It does not know what the handler is, nor how a message reaches the client.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use tokio::time::Sleep;

use super::{
    AskLimits, Dispatcher, Session,
    mailbox::{Letter, Mailbox},
};
use crate::{
    ask::{InputRequest, Ledger, Outlet, Run, Step},
    era::{self, CannotAsk, Peer, cancelled, page_used},
    handler::Reporter,
    wire::Capability,
};

/// The questions of one call. What is still out when it is dropped is cancelled.
pub(super) struct Asking<'a> {
    dispatcher: &'a Dispatcher,
    session: &'a Session,
    /// Who is asked, as this call reaches it.
    peer: Peer,
    outlet: &'a dyn Outlet,
    limits: AskLimits,
    reporter: Option<&'a Reporter>,
    mailbox: Arc<Mailbox>,
    out: Vec<Out>,
    heartbeat: Option<Pin<Box<Sleep>>>,
}

/// A question that is out.
struct Out {
    ticket: u32,
    id: u64,
    label: Box<str>,
    deadline: Pin<Box<Sleep>>,
}

/// Why a call that asked ended without its handler's reply.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// Nobody could be asked, and nobody was.
    CannotAsk { what: Capability, why: CannotAsk },
    /// A question was asked, and came to nothing.
    Failed { label: Box<str>, reason: String },
    /// An answer of the user's does not count any more.
    TooOld { label: Box<str> },
    /// Answers came, and none of them did.
    Fruitless { label: Box<str>, rounds: u32 },
}

/// The answers to questions, and the questions that have none; each with its key.
type Came = (Vec<(Box<str>, Box<str>)>, Vec<(Box<str>, String)>);

/// What a waiting call woke up for.
enum Event<S> {
    Step(S),
    Letters(Vec<Letter>),
    TimedOut(u64),
    Heartbeat,
}

impl<'a> Asking<'a> {
    pub(super) fn new(
        dispatcher: &'a Dispatcher,
        session: &'a Session,
        peer: Peer,
        outlet: &'a dyn Outlet,
        limits: AskLimits,
        reporter: Option<&'a Reporter>,
    ) -> Self {
        let (mailbox, out, heartbeat) = (Arc::default(), Vec::new(), None);
        Self { dispatcher, session, peer, outlet, limits, reporter, mailbox, out, heartbeat }
    }

    /// Runs a handler to its end, asking whatever it asks.
    pub(super) async fn run<R>(
        &mut self,
        ledger: &Ledger,
        run: &mut Run<'_, R>,
    ) -> Result<Step<R>, Unanswered> {
        loop {
            let event = poll_fn(|cx| self.poll(run, cx)).await;
            for page in ledger.take_used_pages() {
                self.outlet.send(page_used(page));
            }
            match event {
                Event::Step(Step::RoundOver) => self.ask(ledger.take_unsent()).await?,
                Event::Step(Step::Withdrawn(tickets)) => self.withdraw(&tickets),
                Event::Step(step) => return Ok(step),
                Event::Letters(letters) => {
                    letters.into_iter().try_for_each(|letter| self.deliver(ledger, letter))?;
                }
                Event::TimedOut(id) => {
                    let (label, reason) = self.timed_out(id);
                    return Err(Unanswered::Failed { label, reason });
                }
                Event::Heartbeat => self.beat(),
            }
        }
    }

    /// Puts questions to the client, and waits until each has its answer or failed.
    pub(super) async fn collect(
        &mut self,
        requests: Vec<InputRequest>,
    ) -> Result<Came, Unanswered> {
        self.ask(requests).await?;
        let (mut answers, mut failed) = (Vec::new(), Vec::new());
        while !self.out.is_empty() {
            match poll_fn(|cx| self.poll_out(cx)).await {
                Event::Letters(letters) => {
                    for Letter { ticket, outcome } in letters {
                        let Some(label) = self.take(ticket) else { continue };
                        match outcome {
                            Ok(answer) => answers.push((label, answer)),
                            Err(reason) => failed.push((label, reason)),
                        }
                    }
                }
                Event::TimedOut(id) => failed.push(self.timed_out(id)),
                Event::Heartbeat | Event::Step(()) => self.beat(),
            }
        }
        Ok((answers, failed))
    }

    /// Answers come before the handler, and time comes last: an answer in time is never late.
    fn poll<R>(&mut self, run: &mut Run<'_, R>, cx: &mut Context<'_>) -> Poll<Event<Step<R>>> {
        if let Poll::Ready(letters) = self.mailbox.poll(cx) {
            return Poll::Ready(Event::Letters(letters));
        }
        if self.outlet.poll_seat(cx).is_ready() {
            if let Poll::Ready(step) = run.poll(cx) {
                return Poll::Ready(Event::Step(step));
            }
            if !self.out.is_empty() {
                self.outlet.waits();
            }
        }
        self.poll_out(cx)
    }

    /// What comes from outside: answers, and the passing of time.
    fn poll_out<S>(&mut self, cx: &mut Context<'_>) -> Poll<Event<S>> {
        if let Poll::Ready(letters) = self.mailbox.poll(cx) {
            return Poll::Ready(Event::Letters(letters));
        }
        for out in &mut self.out {
            if out.deadline.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Event::TimedOut(out.id));
            }
        }
        let waits = !self.out.is_empty();
        match &mut self.heartbeat {
            Some(heartbeat) if waits => heartbeat.as_mut().poll(cx).map(|()| Event::Heartbeat),
            _ => Poll::Pending,
        }
    }

    /// Puts questions to the client: all of them or none.
    async fn ask(&mut self, requests: Vec<InputRequest>) -> Result<(), Unanswered> {
        for request in &requests {
            let what = request.inquiry.needs();
            let can =
                self.peer.can_ask(what).and_then(|()| self.peer.can_show(request.inquiry.as_ref()));
            can.map_err(|why| Unanswered::CannotAsk { what, why })?;
            if request.fruitless >= self.dispatcher.fruitless_limit {
                let (label, rounds) = (request.label.clone(), request.fruitless);
                return Err(Unanswered::Fruitless { label, rounds });
            }
        }
        self.outlet.waits();
        if tokio::time::timeout(self.limits.timeout, self.session.initialized()).await.is_err() {
            let label = requests.into_iter().next().map(|request| request.label);
            let reason = "the client never sent `notifications/initialized`".to_owned();
            return Err(Unanswered::Failed { label: label.unwrap_or_default(), reason });
        }
        for request in requests {
            self.put(request)?;
        }
        self.arm_heartbeat();
        Ok(())
    }

    fn put(&mut self, request: InputRequest) -> Result<(), Unanswered> {
        let InputRequest { ticket, label, inquiry, .. } = request;
        let Some(id) = self.session.put(&self.mailbox, ticket, self.limits.most) else {
            let reason = "too many questions are open in this session, or it has ended".to_owned();
            return Err(Unanswered::Failed { label, reason });
        };
        let question = era::inquiry(id, self.peer.revision, inquiry.as_ref());
        if let Err(unkept) = self.outlet.ask(id, &label, question) {
            self.session.withdraw(id);
            return Err(Unanswered::Failed { label, reason: unkept.to_string() });
        }
        let deadline = Box::pin(tokio::time::sleep(self.limits.timeout));
        self.out.push(Out { ticket, id, label, deadline });
        Ok(())
    }

    fn deliver(&mut self, ledger: &Ledger, letter: Letter) -> Result<(), Unanswered> {
        let Letter { ticket, outcome } = letter;
        // One may have been withdrawn while its answer was on the way.
        let Some(label) = self.take(ticket) else { return Ok(()) };
        match outcome {
            Ok(answer) => {
                let delivered = ledger.deliver(ticket, &answer, self.dispatcher.moment());
                delivered.map_err(|label| Unanswered::TooOld { label })
            }
            Err(reason) => Err(Unanswered::Failed { label, reason }),
        }
    }

    /// A question is not out any more.
    fn take(&mut self, ticket: u32) -> Option<Box<str>> {
        let position = self.out.iter().position(|out| out.ticket == ticket)?;
        let out = self.out.swap_remove(position);
        self.outlet.answered(out.id);
        Some(out.label)
    }

    fn withdraw(&mut self, tickets: &[u32]) {
        let withdrawn = self.out.extract_if(.., |out| tickets.contains(&out.ticket));
        for out in withdrawn {
            cancel(self.session, self.outlet, out.id, "the question was withdrawn");
        }
    }

    /// `legacy.md L-SRQ-3`.
    fn timed_out(&mut self, id: u64) -> (Box<str>, String) {
        let seconds = self.limits.timeout.as_secs_f64();
        let reason = format!("there was no answer within {seconds} s");
        let position = self.out.iter().position(|out| out.id == id);
        let label = position.map(|position| self.out.swap_remove(position).label);
        cancel(self.session, self.outlet, id, &reason);
        (label.unwrap_or_default(), reason)
    }

    /// Some clients give up on a call that is silent for a minute.
    fn beat(&mut self) {
        self.reporter.inspect(|reporter| reporter.beat("waiting for an answer"));
        self.arm_heartbeat();
    }

    fn arm_heartbeat(&mut self) {
        let wants = self.reporter.is_some_and(Reporter::wants_progress);
        self.heartbeat = wants.then(|| Box::pin(tokio::time::sleep(self.limits.heartbeat)));
    }
}

/// `legacy.md L-SRQ-7`: whatever ends a call, its questions end with it.
impl Drop for Asking<'_> {
    fn drop(&mut self) {
        for out in self.out.drain(..) {
            cancel(self.session, self.outlet, out.id, "the call that asked has ended");
        }
    }
}

fn cancel(session: &Session, outlet: &dyn Outlet, id: u64, reason: &str) {
    if session.withdraw(id) {
        outlet.withdraw(id, cancelled(id, reason));
    } else {
        outlet.answered(id);
    }
}
