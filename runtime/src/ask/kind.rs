//! The kinds of questions: what each asks, and what an answer becomes.
//!
//! A kind is a function or two, so that the ask itself is written once for all of them.

use std::{borrow::Cow, fmt};

use serde_json::value::RawValue;

use super::{
    Answer, Confirmation, Confirmed, Ended, Outcome, Root, Sampled,
    confirm::YesNo,
    inquiry::{Correlation, Inquiry, InquiryRef},
};
use crate::{
    form::{Elicit, Form, FormContent, FormError},
    wire::{Action, ElicitResult},
};

/// An answer that has been held against its form.
#[derive(Debug)]
pub(crate) enum Settled {
    /// The normalised content, a JSON object.
    Accepted(String),
    Declined,
    Cancelled,
}

/// How to ask for an `O`.
pub(crate) enum Kind<O> {
    /// By a form; the ask's text is the message above it.
    Form {
        form: fn() -> Result<&'static Form, &'static FormError>,
        settle: fn(&Settled) -> serde_json::Result<O>,
    },
    /// By a form that the ask has; its text is the message above it.
    Built { settle: fn(&Settled) -> serde_json::Result<O> },
    /// By the client's model; the ask's text are the request's params.
    Sample { read: fn(&str) -> Option<O>, tools: bool },
    /// By a page that the user opens; the ask's text is the message above it.
    Url { settle: fn(Answer<()>) -> O },
    /// By the client's roots.
    Roots { read: fn(&str) -> Option<O> },
}

impl<T: Elicit> Kind<Answer<T>> {
    /// A form, answered inline.
    pub(crate) const fn form() -> Self {
        Self::Form { form: T::form, settle: answer }
    }
}

impl Kind<Answer<FormContent>> {
    /// A form that was made at run time.
    pub(crate) const fn content() -> Self {
        Self::Built { settle: content }
    }
}

impl Kind<Answer<String>> {
    /// One of several values.
    pub(crate) const fn chosen() -> Self {
        Self::Built { settle: |settled| content(settled).map(|answer| answer.map(chosen)) }
    }
}

impl Kind<Answer<Vec<String>>> {
    /// Several of several values.
    pub(crate) const fn chosen_several() -> Self {
        Self::Built { settle: |settled| content(settled).map(|answer| answer.map(chosen_several)) }
    }
}

impl Kind<Option<Confirmed>> {
    /// A yes or no, answered inline.
    pub(crate) const fn confirm() -> Self {
        Self::Form { form: YesNo::form, settle: confirmed }
    }
}

impl<T: Outcome> Kind<Result<T, Ended>> {
    /// A form that becomes the parameter `T`.
    pub(crate) const fn outcome() -> Self {
        Self::Form { form: T::Form::form, settle: |settled| answer(settled).map(T::settle) }
    }
}

impl<T: Confirmation> Kind<Result<T, Ended>> {
    /// A yes or no that becomes the parameter `T`.
    pub(crate) const fn confirmation() -> Self {
        Self::Form { form: YesNo::form, settle: |settled| confirmed(settled).map(T::settle) }
    }
}

impl Kind<Sampled> {
    /// The client's model, maybe with tools.
    pub(crate) const fn sample(tools: bool) -> Self {
        Self::Sample { read: Sampled::read, tools }
    }
}

impl Kind<Answer<()>> {
    pub(crate) const fn url() -> Self {
        Self::Url { settle: |answer| answer }
    }
}

impl Kind<Vec<Root>> {
    pub(crate) const fn roots() -> Self {
        Self::Roots { read: Root::read_all }
    }
}

impl<O> Kind<O> {
    /// What is asked, with the ask's text and, where it is a page, its URL.
    pub(super) fn inquiry<'a>(
        &self,
        text: &'a str,
        built: Option<&'a Form>,
        page: Option<&'a (Correlation, String)>,
    ) -> Result<InquiryRef<'a>, &'static FormError> {
        Ok(match (self, page) {
            (Self::Form { form, .. }, _) => Inquiry::Form { message: text, form: form()? },
            (Self::Built { .. }, _) => match built {
                Some(form) => Inquiry::Form { message: text, form },
                // An ask of this kind is made with its form.
                None => Inquiry::Roots,
            },
            (Self::Sample { tools, .. }, _) => Inquiry::Sample { params: text, tools: *tools },
            (Self::Url { .. }, Some((id, url))) => Inquiry::Url { message: text, url, id: *id },
            (Self::Url { .. }, None) => {
                Inquiry::Url { message: text, url: "", id: Correlation::NONE }
            }
            (Self::Roots { .. }, _) => Inquiry::Roots,
        })
    }

    /// Reads a content as an answer that accepts the kind's own form.
    pub(crate) fn accepted(&self, content: &str) -> Result<O, Cow<'static, str>> {
        const NO_FORM: Cow<'static, str> = Cow::Borrowed("there is no form for it");
        let Self::Form { form, settle } = self else { return Err(NO_FORM) };
        let form = form().map_err(|error| error.to_string())?;
        let content = form.check(Some(content)).map_err(|violation| violation.to_string())?;
        let settled = Settled::Accepted(content);
        settle(&settled).map_err(|error| settled.unread(form, &error))
    }

    /// Holds an answer against the question: what it becomes and the form in which it travels, or why
    /// it does not do.
    pub(super) fn read(
        &self,
        inquiry: InquiryRef<'_>,
        answer: &str,
    ) -> Result<(O, Box<str>), Cow<'static, str>> {
        const UNREADABLE: Cow<'static, str> = Cow::Borrowed("the answer could not be read");
        match (self, inquiry) {
            (Self::Form { settle, .. } | Self::Built { settle }, Inquiry::Form { form, .. }) => {
                let (settled, kept) = settled(form, answer)?;
                let answer = settle(&settled).map_err(|error| settled.unread(form, &error))?;
                Ok((answer, kept))
            }
            (Self::Sample { read, .. } | Self::Roots { read }, _) => {
                Ok((read(answer).ok_or(UNREADABLE)?, answer.into()))
            }
            (Self::Url { settle }, _) => {
                // Consent, and no more: whether the page was used is not known here.
                let result = ElicitResult::read(answer).ok_or(UNREADABLE)?;
                let (answer, kept) = match result.action {
                    Action::Accept => (Answer::Accepted(()), r#"{"action":"accept"}"#),
                    Action::Decline => (Answer::Declined, r#"{"action":"decline"}"#),
                    Action::Cancel => (Answer::Cancelled, r#"{"action":"cancel"}"#),
                };
                Ok((settle(answer), kept.into()))
            }
            (Self::Form { .. } | Self::Built { .. }, _) => Err(UNREADABLE),
        }
    }
}

impl<O> fmt::Debug for Kind<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form { .. } => "Form",
            Self::Built { .. } => "Built",
            Self::Sample { .. } => "Sample",
            Self::Url { .. } => "Url",
            Self::Roots { .. } => "Roots",
        })
    }
}

impl Settled {
    /// Why an answer that fits the form cannot be read, such as a date that its type does not know.
    #[cold]
    fn unread(&self, form: &Form, error: &serde_json::Error) -> Cow<'static, str> {
        let field = match self {
            Self::Accepted(content) => form.field_before(content, error.column()),
            Self::Declined | Self::Cancelled => None,
        };
        match field {
            Some(field) => format!("`{field}` has a value that is not known here").into(),
            None => "the answer does not fit the form".into(),
        }
    }
}

/// An answer held against its form, and the same as it travels.
fn settled(form: &Form, answer: &str) -> Result<(Settled, Box<str>), Cow<'static, str>> {
    let result = ElicitResult::read(answer).ok_or("the answer could not be read")?;
    Ok(match result.action {
        Action::Decline => (Settled::Declined, r#"{"action":"decline"}"#.into()),
        Action::Cancel => (Settled::Cancelled, r#"{"action":"cancel"}"#.into()),
        Action::Accept => {
            let content = form
                .check(result.content.map(RawValue::get))
                .map_err(|violation| violation.to_string())?;
            let kept = format!("{{\"action\":\"accept\",\"content\":{content}}}");
            (Settled::Accepted(content), kept.into())
        }
    })
}

fn answer<T: Elicit>(settled: &Settled) -> serde_json::Result<Answer<T>> {
    Ok(match settled {
        Settled::Accepted(content) => Answer::Accepted(serde_json::from_str(content)?),
        Settled::Declined => Answer::Declined,
        Settled::Cancelled => Answer::Cancelled,
    })
}

fn confirmed(settled: &Settled) -> serde_json::Result<Option<Confirmed>> {
    let answer = answer::<YesNo>(settled)?;
    Ok(answer.accepted().as_ref().and_then(Confirmed::from_content))
}

fn content(settled: &Settled) -> serde_json::Result<Answer<FormContent>> {
    Ok(match settled {
        Settled::Accepted(content) => Answer::Accepted(FormContent::read(content)?),
        Settled::Declined => Answer::Declined,
        Settled::Cancelled => Answer::Cancelled,
    })
}

/// The field of the form that [`Context::choose`](crate::Context::choose) asks.
pub(crate) const CHOICE: &str = "choice";

#[expect(clippy::needless_pass_by_value, reason = "it is mapped over an answer")]
fn chosen(content: FormContent) -> String {
    content.text(CHOICE).unwrap_or_default().to_owned()
}

#[expect(clippy::needless_pass_by_value, reason = "it is mapped over an answer")]
fn chosen_several(content: FormContent) -> Vec<String> {
    content.choices(CHOICE).into_iter().map(str::to_owned).collect()
}
