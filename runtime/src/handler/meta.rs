//! What a tool says of itself: the entry of `tools/list`, put together once when a server is built.
//!
//! It does not know who lists it; an entry is the same JSON text on every call.

use super::{
    ParamOf, Question,
    param::Source,
    reply::OutputSchema,
    schema::{self, InputSchema},
};
use crate::{error::ArgumentsError, form::FormError, wire::write_string};

/// The description of a tool, as generated code builds it.
#[derive(Debug)]
#[must_use]
pub struct ToolMeta {
    name: String,
    title: Option<String>,
    description: Option<String>,
    arguments: InputSchema,
    arguments_error: Option<ArgumentsError>,
    returns: Option<OutputSchema>,
    form_error: Option<FormError>,
}

impl ToolMeta {
    /// The description of the tool `name`.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            arguments: InputSchema::new(),
            arguments_error: None,
            returns: None,
            form_error: None,
        }
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the tool does, for the model.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// A parameter; one that is no argument of the call is left out.
    #[expect(clippy::needless_pass_by_value, reason = "generated code has made it for this call")]
    pub fn argument<T>(
        mut self,
        param: ParamOf<'_, T>,
        name: &'static str,
        description: Option<String>,
    ) -> Self {
        match param.source {
            Source::Argument { schema, absent, .. } => {
                self.arguments.insert(name, schema, description, absent().is_none());
            }
            Source::Arguments { schema, fields, .. } => {
                let set = self.arguments.set_all(schema, fields().is_some());
                self.arguments_error = self.arguments_error.or(set.err());
            }
            Source::Call(_) => {}
        }
        self
    }

    /// A question that is asked before the body runs; its form is checked when a server is built.
    #[expect(clippy::needless_pass_by_value, reason = "generated code has made it for this call")]
    pub fn question<T>(mut self, question: Question<T>) -> Self {
        if let Err(error) = question.form() {
            self.form_error.get_or_insert_with(|| error.clone());
        }
        self
    }

    /// A question whose answer may be an argument of the call.
    pub fn question_or_argument<T>(mut self, question: Question<T>, name: &'static str) -> Self {
        if let Ok(Some(form)) = question.form() {
            self.arguments.insert_form(name, form);
        }
        self.question(question)
    }

    /// What the tool's replies carry.
    pub fn returns(mut self, output: Option<OutputSchema>) -> Self {
        self.returns = output;
        self
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn form_error(&self) -> Option<&FormError> {
        self.form_error.as_ref()
    }

    /// The `Tool` object of `tools/list` (`modern.md M-TOOL-3`).
    ///
    /// # Errors
    ///
    /// If the arguments cannot be described.
    pub(super) fn json(&self, shown: Shown) -> Result<String, ArgumentsError> {
        if let Some(error) = self.arguments_error {
            return Err(error);
        }
        let mut out = b"{\"name\":".to_vec();
        write_string(&mut out, &self.name);
        let title = self.title.as_ref().filter(|_| shown > Shown::Basics);
        for (member, text) in [("title", title), ("description", self.description.as_ref())] {
            if let Some(text) = text {
                out.extend_from_slice(format!(",\"{member}\":").as_bytes());
                write_string(&mut out, text);
            }
        }
        out.extend_from_slice(b",\"inputSchema\":");
        out.extend_from_slice(self.arguments.json()?.as_bytes());
        if let Some((output, is_object)) = self.returns.map(schema::output)
            && shown >= (if is_object { Shown::Objects } else { Shown::Everything })
        {
            out.extend_from_slice(b",\"outputSchema\":");
            out.extend_from_slice(output.as_bytes());
        }
        out.push(b'}');
        Ok(String::from_utf8_lossy(&out).into_owned())
    }
}

/// How much of a tool its description shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shown {
    /// Neither titles nor values that are returned.
    Basics,
    /// Titles, and values that are returned if they are objects.
    Objects,
    Everything,
}

/// A doc comment that is not written out: its pieces, with the space that `///` leaves in front of
/// each line taken off.
#[must_use]
pub fn join_docs(pieces: &[&str]) -> String {
    let lines = pieces.iter().flat_map(|piece| piece.split('\n'));
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.join("\n").trim().to_owned()
}
