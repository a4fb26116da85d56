//! What a handler says of itself: its entry in a list, put together once when a server is built.
//!
//! It does not know who lists it; an entry is the same JSON text on every call.

use super::{
    OutputSchema, ParamOf, Question, UriTemplate,
    param::Source,
    schema::{self, InputSchema},
    state::Needed,
};
use crate::{
    era::Revision,
    error::ArgumentsError,
    form::FormError,
    wire::{Annotations, Icon, write_string},
};

/// The description of a handler, as generated code builds it.
#[derive(Clone, Debug)]
#[must_use]
pub struct Meta {
    pub(super) kind: Kind,
    pub(super) name: String,
    title: Option<String>,
    description: Option<String>,
    icons: Vec<Icon>,
    pub(super) arguments: Vec<Argument>,
    input: InputSchema,
    pub(super) arguments_error: Option<ArgumentsError>,
    pub(super) form_error: Option<FormError>,
    /// What it needs the server to hold.
    pub(super) needs: Vec<Needed>,
    /// Whether each of its states counts once.
    pub(super) is_single_use: bool,
    /// Whether it takes answers that come without a state.
    pub(super) takes_unproven: bool,
}

/// What kind of handler it is, and what only that kind says.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Tool { returns: Option<OutputSchema>, hints: Hints },
    Prompt,
    Resource { uri: String, about: About },
    Template { template: UriTemplate, about: About },
}

/// What a tool says of its effects; `None` where it says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints {
    read_only: Option<bool>,
    destructive: Option<bool>,
    idempotent: Option<bool>,
    open_world: Option<bool>,
}

/// What a resource says of itself beside its name.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    pub(crate) mime_type: Option<String>,
    size: Option<u64>,
    annotations: Option<Annotations>,
}

/// An argument of a prompt.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub(super) name: &'static str,
    description: Option<String>,
    is_required: bool,
}

impl Meta {
    /// The description of the tool `name`.
    pub fn tool(name: impl Into<String>) -> Self {
        Self::new(name, Kind::Tool { returns: None, hints: Hints::default() })
    }

    /// The description of the prompt `name`.
    pub fn prompt(name: impl Into<String>) -> Self {
        Self::new(name, Kind::Prompt)
    }

    /// The description of the resource at `uri`.
    pub fn resource(name: impl Into<String>, uri: impl Into<String>) -> Self {
        Self::new(name, Kind::Resource { uri: uri.into(), about: About::default() })
    }

    /// The description of the resources under the URIs of `template`.
    pub fn template(name: impl Into<String>, template: &str) -> Self {
        let template = UriTemplate::new(template);
        Self::new(name, Kind::Template { template, about: About::default() })
    }

    fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self {
            kind,
            name: name.into(),
            title: None,
            description: None,
            icons: Vec::new(),
            arguments: Vec::new(),
            input: InputSchema::default(),
            arguments_error: None,
            form_error: None,
            needs: Vec::new(),
            is_single_use: false,
            takes_unproven: false,
        }
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the handler does, for the model.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Pictures of it.
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.icons.extend(icons);
        self
    }

    /// Each of its states counts once.
    pub fn single_use(mut self) -> Self {
        self.is_single_use = true;
        self
    }

    /// It takes answers that come without a state.
    pub fn unproven_answers(mut self) -> Self {
        self.takes_unproven = true;
        self
    }

    /// The schema of the arguments, as the author wrote it.
    pub fn input_schema(mut self, schema: String) -> Self {
        let is_object = serde_json::from_str::<serde_json::Value>(&schema)
            .is_ok_and(|schema| schema["type"] == "object");
        if !is_object {
            self.arguments_error = Some(ArgumentsError::NotASchema);
        }
        self.input.set_verbatim(schema);
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
                let is_required = absent().is_none();
                if matches!(self.kind, Kind::Tool { .. }) {
                    self.input.insert(name, schema, description, is_required);
                } else {
                    self.arguments.push(Argument { name, description, is_required });
                }
            }
            Source::Arguments { .. } if !matches!(self.kind, Kind::Tool { .. }) => {
                self.arguments_error = self.arguments_error.or(Some(ArgumentsError::Texts));
            }
            Source::Arguments { schema, fields, .. } => {
                let set = self.input.set_all(schema, fields().is_some());
                self.arguments_error = self.arguments_error.or(set.err());
            }
            Source::State { needed, .. } => self.needs.push(needed()),
            Source::Call(_) | Source::Extracted(_) => {}
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
            self.input.insert_form(name, form);
        }
        self.question(question)
    }

    /// What the tool's replies carry.
    pub fn returns(mut self, output: Option<OutputSchema>) -> Self {
        if let Kind::Tool { returns, .. } = &mut self.kind {
            *returns = output;
        }
        self
    }

    /// Whether the tool changes nothing.
    pub fn read_only(self, yes: bool) -> Self {
        self.hint(|hints| hints.read_only = Some(yes))
    }

    /// Whether the tool may destroy something.
    pub fn destructive(self, yes: bool) -> Self {
        self.hint(|hints| hints.destructive = Some(yes))
    }

    /// Whether calling the tool again changes nothing more.
    pub fn idempotent(self, yes: bool) -> Self {
        self.hint(|hints| hints.idempotent = Some(yes))
    }

    /// Whether the tool reaches beyond what the server holds.
    pub fn open_world(self, yes: bool) -> Self {
        self.hint(|hints| hints.open_world = Some(yes))
    }

    fn hint(mut self, set: impl FnOnce(&mut Hints)) -> Self {
        if let Kind::Tool { hints, .. } = &mut self.kind {
            set(hints);
        }
        self
    }

    /// What the resource is.
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        self.about(|about| about.mime_type = Some(mime_type.into()))
    }

    /// How many bytes the resource has.
    pub fn size(self, bytes: u64) -> Self {
        self.about(|about| about.size = Some(bytes))
    }

    /// Whom the resource is for, and how much it matters.
    pub fn annotations(self, annotations: Annotations) -> Self {
        self.about(|about| about.annotations = Some(annotations))
    }

    fn about(mut self, set: impl FnOnce(&mut About)) -> Self {
        if let Kind::Resource { about, .. } | Kind::Template { about, .. } = &mut self.kind {
            set(about);
        }
        self
    }

    /// The entry in a list, as `revision` has it: a `Tool` (`modern.md M-TOOL-3`), a `Prompt`
    /// (M-PROMPT-2), a `Resource` or a `ResourceTemplate` (M-RES-2).
    ///
    /// # Errors
    ///
    /// If the arguments cannot be described.
    pub(super) fn json(&self, revision: Revision) -> Result<String, ArgumentsError> {
        if let Some(error) = self.arguments_error {
            return Err(error);
        }
        let mut out = b"{\"name\":".to_vec();
        write_string(&mut out, &self.name);
        match &self.kind {
            Kind::Resource { uri, .. } => write_member(&mut out, "uri", Some(uri)),
            Kind::Template { template, .. } => {
                write_member(&mut out, "uriTemplate", Some(template.text()));
            }
            Kind::Tool { .. } | Kind::Prompt => {}
        }
        write_member(&mut out, "title", self.title.as_deref().filter(|_| revision.has_titles()));
        write_member(&mut out, "description", self.description.as_deref());
        match &self.kind {
            Kind::Tool { returns, hints } => {
                self.write_tool(&mut out, *returns, *hints, revision)?
            }
            Kind::Prompt => self.write_prompt(&mut out),
            Kind::Resource { about, .. } | Kind::Template { about, .. } => about.write(&mut out),
        }
        if revision.has_icons() {
            Icon::write_all(&self.icons, &mut out);
        }
        out.push(b'}');
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    fn write_tool(
        &self,
        out: &mut Vec<u8>,
        returns: Option<OutputSchema>,
        hints: Hints,
        revision: Revision,
    ) -> Result<(), ArgumentsError> {
        out.extend_from_slice(b",\"inputSchema\":");
        out.extend_from_slice(self.input.json()?.as_bytes());
        if let Some((output, is_object)) = returns.map(schema::output)
            && revision.has_output(is_object)
        {
            out.extend_from_slice(b",\"outputSchema\":");
            out.extend_from_slice(output.as_bytes());
        }
        if revision.has_tool_annotations() {
            hints.write(out);
        }
        Ok(())
    }

    fn write_prompt(&self, out: &mut Vec<u8>) {
        for (position, argument) in self.arguments.iter().enumerate() {
            let before: &[u8] = if position == 0 { b",\"arguments\":[{" } else { b",{" };
            out.extend_from_slice(before);
            out.extend_from_slice(b"\"name\":");
            write_string(out, argument.name);
            write_member(out, "description", argument.description.as_deref());
            out.extend_from_slice(format!(",\"required\":{}}}", argument.is_required).as_bytes());
        }
        if !self.arguments.is_empty() {
            out.push(b']');
        }
    }
}

impl Hints {
    fn write(self, out: &mut Vec<u8>) {
        let hints = [
            ("readOnlyHint", self.read_only),
            ("destructiveHint", self.destructive),
            ("idempotentHint", self.idempotent),
            ("openWorldHint", self.open_world),
        ];
        let said: Vec<String> = hints
            .into_iter()
            .filter_map(|(name, yes)| Some(format!("\"{name}\":{}", yes?)))
            .collect();
        if !said.is_empty() {
            out.extend_from_slice(format!(",\"annotations\":{{{}}}", said.join(",")).as_bytes());
        }
    }
}

impl About {
    fn write(&self, out: &mut Vec<u8>) {
        write_member(out, "mimeType", self.mime_type.as_deref());
        if let Some(size) = self.size {
            out.extend_from_slice(format!(",\"size\":{size}").as_bytes());
        }
        if let Some(annotations) = &self.annotations {
            annotations.write(out);
        }
    }
}

/// A member with a comma before it.
fn write_member(out: &mut Vec<u8>, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        out.extend_from_slice(format!(",\"{name}\":").as_bytes());
        write_string(out, text);
    }
}

/// A doc comment that is not written out: its pieces, with the space that `///` leaves in front of
/// each line taken off.
#[must_use]
pub fn join_docs(pieces: &[&str]) -> String {
    let lines = pieces.iter().flat_map(|piece| piece.split('\n'));
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.join("\n").trim().to_owned()
}
