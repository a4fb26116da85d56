//! The ledger of a handler that is kept while its questions are out: they are sent as they open, and
//! each answer wakes the ask that waits for it.
//!
//! It does not know how a question reaches the client.

use std::{sync::Mutex, task::Waker};

use super::{
    age::Moment,
    entry::Known,
    inquiry::Correlation,
    ledger::{Inner, Ledger, Question},
    returned::is_confirmation,
    round::InputRequest,
};

impl Ledger {
    /// The ledger of a handler that is kept while its questions are out.
    pub(crate) fn suspended() -> Self {
        let mut inner = Inner::default();
        inner.suspends = true;
        Self(Mutex::new(inner))
    }

    /// The answer to an open question whose handler was kept; without one, `waker` is woken when it
    /// is there.
    pub(super) fn delivered(&self, ticket: u32, waker: &Waker) -> Option<Box<str>> {
        let mut inner = self.lock();
        if !inner.suspends {
            return None;
        }
        let open = inner.open.iter_mut().find(|open| open.ticket == ticket)?;
        let answer = open.answer.take();
        if answer.is_none() && !open.waker.as_ref().is_some_and(|known| known.will_wake(waker)) {
            open.waker = Some(waker.clone());
        }
        answer
    }

    /// Takes the answer to a question that was put to the client. Where an earlier answer of the
    /// user's does not count any more, this is its key: it cannot be asked for again, because its
    /// handler has gone on with it.
    pub(crate) fn deliver(
        &self,
        ticket: u32,
        answer: &str,
        moment: Moment,
    ) -> Result<(), Box<str>> {
        let mut inner = self.lock();
        inner.moment = moment;
        if let Some(old) = inner.known.iter().find(|known| known.is_too_old(moment)) {
            return Err(old.label.clone());
        }
        let open = inner.open.iter_mut().find(|open| open.ticket == ticket);
        let waker = open.and_then(|open| {
            open.answer = Some(answer.into());
            open.waker.take()
        });
        drop(inner);
        // The waker is the author's, as far as we know.
        waker.into_iter().for_each(Waker::wake);
        Ok(())
    }

    /// A page that the user agreed to open has been used.
    pub(super) fn page_used(&self, page: Correlation) {
        self.lock().used_pages.push(page);
    }

    /// The pages that have been used since it was last asked.
    pub(crate) fn take_used_pages(&self) -> Vec<Correlation> {
        std::mem::take(&mut self.lock().used_pages)
    }

    /// Puts a question again whose answer did not do, with the reason in front of its message.
    pub(super) fn put_again(&self, question: Question<'_>, reason: &str) {
        let mut inner = self.lock();
        inner.opened += 1;
        if let Some(open) = inner.open.iter_mut().find(|open| open.ticket == question.ticket) {
            open.inquiry = question.inquiry.with_reason(reason);
            (open.sent, open.fruitless) = (false, open.fruitless + 1);
        }
    }

    /// An ask whose handler was kept has its answer, which is kept for a later run.
    pub(super) fn settled(&self, ticket: u32, answer: Box<str>) {
        let mut inner = self.lock();
        let Some(position) = inner.open.iter().position(|open| open.ticket == ticket) else {
            return;
        };
        let (open, given_at) = (inner.open.remove(position), inner.moment.now());
        inner.known.push(Known {
            is_ageless: open.is_ageless(),
            is_confirmation: is_confirmation(open.inquiry.as_ref()),
            page: open.inquiry.page(),
            label: open.label.unwrap_or_default(),
            digest: open.digest,
            unnamed: open.unnamed,
            unread: false,
            given_at,
            answer: Some(answer),
            met: true,
        });
    }

    /// The questions that nobody has been asked yet; they count as asked from now on.
    pub(crate) fn take_unsent(&self) -> Vec<InputRequest> {
        let mut inner = self.lock();
        inner.label_open();
        let unsent = inner.open.iter_mut().filter(|open| !open.sent);
        unsent
            .map(|open| {
                open.sent = true;
                InputRequest {
                    ticket: open.ticket,
                    fruitless: open.fruitless,
                    label: open.label.clone().unwrap_or_default(),
                    inquiry: open.inquiry.clone(),
                }
            })
            .collect()
    }
}
