//! Answers that come before their questions, for handlers that take them.
//!
//! They count only in a call without a state, are held against their questions like all others, and
//! are never a yes nor consent to a page.

use super::{
    age::Moment,
    digest::Digest,
    entry::Known,
    inquiry::Inquiry,
    ledger::{Inner, Ledger, Question},
    responses::Unproven,
    returned::is_confirmation,
};
use crate::wire::{Rpc, RpcError};

impl Ledger {
    /// The ledger of a first round that brings answers.
    ///
    /// # Errors
    ///
    /// -32602 where a key is given twice.
    pub(crate) fn unproven(input_responses: &str, moment: Moment) -> Result<Self, RpcError> {
        let answers: Unproven = serde_json::from_str(input_responses).map_err(|error| {
            let text = error.to_string();
            let reason = text.split(" at line").next().unwrap_or_default();
            RpcError::new(Rpc::MalformedParams, format!("`inputResponses`: {reason}"))
        })?;
        let ledger = Self::default();
        let mut inner = ledger.lock();
        (inner.unproven, inner.moment) = (answers.0, moment);
        drop(inner);
        Ok(ledger)
    }

    /// Whether an answer under `key` would be one that was asked for.
    pub(super) fn is_proven(&self, key: &str) -> bool {
        self.lock().unproven.iter().all(|(known, _)| **known != *key)
    }
}

impl Inner {
    /// An entry for the answer that came before its question.
    pub(super) fn find_unproven(
        &mut self,
        question: &Question<'_>,
        digest: Digest,
    ) -> Option<usize> {
        let key = question.key?;
        let position = self.unproven.iter().position(|(known, _)| **known == *key)?;
        let is_page = matches!(question.inquiry, Inquiry::Url { .. });
        if is_page || is_confirmation(question.inquiry) {
            return None;
        }
        let (label, answer) = self.unproven.swap_remove(position);
        self.known.push(Known {
            label,
            digest,
            unnamed: false,
            is_confirmation: false,
            page: None,
            unread: true,
            given_at: self.moment.now(),
            is_ageless: !matches!(question.inquiry, Inquiry::Form { .. }),
            answer: Some(answer),
            met: true,
        });
        Some(self.known.len() - 1)
    }
}
