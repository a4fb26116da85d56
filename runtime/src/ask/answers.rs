//! The answers to what a handler returned, read in its next run.
//!
//! Each reader takes an answer only if it is one of its kind; what is absent and what is malformed
//! look the same, so that a handler asks again in both cases.

use super::{
    Answer, Confirmed, Kind, Ledger, Root, Sampled,
    confirm::YesNo,
    inquiry::{Correlation, Inquiry, InquiryRef},
    returned,
};
use crate::form::{Elicit, Form, FormContent};

/// What [`Context::answers`](crate::Context::answers) returns. See [`InputRequired`](crate::InputRequired).
///
/// An answer is there only if its question was asked in this call and the sealed state proves it
/// (`modern.md M-MRTR-13`).
#[derive(Clone, Copy, Debug)]
pub struct Answers<'c>(pub(crate) &'c Ledger);

impl Answers<'_> {
    /// The answer to a form; `None` where there is none that fits it.
    #[must_use]
    pub fn elicit<T: Elicit>(&self, key: &str) -> Option<Answer<T>> {
        let form = T::form().ok()?;
        self.read(key, false, &Kind::form(), Inquiry::Form { message: "", form })
    }

    /// The answer to a form that was made at run time; `None` where there is none that fits it.
    #[must_use]
    pub fn with_form(&self, key: &str, form: &Form) -> Option<Answer<FormContent>> {
        self.read(key, false, &Kind::content(), Inquiry::Form { message: "", form })
    }

    /// The answer to a confirmation: accepted is a yes, and nothing else is.
    ///
    /// ```
    /// use askback::{InputRequired, Reply, prelude::*};
    ///
    /// /// Deletes everything.
    /// #[tool]
    /// async fn wipe(cx: &Context) -> Reply<&'static str> {
    ///     match cx.answers().confirm("sure") {
    ///         Some(Answer::Accepted(_proof)) => Reply::Done("Gone."),
    ///         Some(_) => Reply::Done("Nothing was deleted."),
    ///         None => InputRequired::new().confirm("sure", "Delete everything?").into(),
    ///     }
    /// }
    /// # let _ = wipe;
    /// ```
    #[must_use]
    pub fn confirm(&self, key: &str) -> Option<Answer<Confirmed>> {
        let form = YesNo::form().ok()?;
        let kind = Kind::<Answer<YesNo>>::form();
        let answer = self.read(key, true, &kind, Inquiry::Form { message: "", form })?;
        Some(match answer {
            Answer::Accepted(content) => {
                returned::confirmed(&content).map_or(Answer::Declined, Answer::Accepted)
            }
            Answer::Declined => Answer::Declined,
            Answer::Cancelled => Answer::Cancelled,
        })
    }

    /// Whether the user agreed to open a page. See
    /// [`InputRequired::open_url`](crate::InputRequired::open_url).
    #[must_use]
    pub fn open_url(&self, key: &str) -> Option<Answer<()>> {
        if !self.0.is_proven(key) {
            return None;
        }
        let id = Correlation::NONE;
        self.read(key, false, &Kind::url(), Inquiry::Url { message: "", url: "", id })
    }

    /// What the client's model said.
    #[must_use]
    pub fn sample(&self, key: &str) -> Option<Sampled> {
        self.read(key, false, &Kind::sample(false), Inquiry::Sample { params: "", tools: false })
    }

    /// The client's roots.
    #[must_use]
    pub fn roots(&self, key: &str) -> Option<Vec<Root>> {
        self.read(key, false, &Kind::roots(), Inquiry::Roots)
    }

    /// Why there will be no answer: the client failed to ask, or took too long. On handshake
    /// revisions alone; asking the same again ends the call.
    #[must_use]
    pub fn failed(&self, key: &str) -> Option<String> {
        self.0.failed(key)
    }

    /// The answer as the client sent it, whatever it is: JSON text. It has been held against nothing.
    #[must_use]
    pub fn raw(&self, key: &str) -> Option<String> {
        self.0.answer(key, None).map(Into::into)
    }

    fn read<O>(
        &self,
        key: &str,
        is_confirmation: bool,
        kind: &Kind<O>,
        inquiry: InquiryRef<'_>,
    ) -> Option<O> {
        let answer = self.0.answer(key, Some(is_confirmation))?;
        let (answer, kept) = kind.read(inquiry, &answer).ok()?;
        self.0.keep(key, kept);
        Some(answer)
    }
}
