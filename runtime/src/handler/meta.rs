//! What a handler says of itself, as generated code and builders put it together.
//!
//! How it is written is `listed.rs`.

use std::sync::Arc;

use super::{
    CompletedBy, Handler, OutputSchema, ParamOf, Question, UriTemplate, param::Source,
    schema::InputSchema, state::Needed,
};
use crate::{
    error::ArgumentsError,
    form::FormError,
    wire::{Annotations, CacheHints, CacheScope, Icon, one_line_text},
};

/// The description of a handler, as generated code builds it.
#[derive(Clone, Debug)]
#[must_use]
pub struct Meta {
    pub(super) kind: Kind,
    pub(crate) name: String,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) icons: Vec<Icon>,
    pub(super) arguments: Vec<Argument>,
    /// What completes arguments, by name.
    pub(super) completers: Vec<(&'static str, CompletedBy)>,
    pub(super) input: InputSchema,
    /// The parameter that was described last, where it is one argument.
    last: Option<&'static str>,
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
    Tool {
        returns: Option<OutputSchema>,
        hints: Hints,
    },
    Prompt,
    Resource {
        uri: String,
        about: About,
    },
    Template {
        template: UriTemplate,
        about: About,
    },
    /// It completes arguments of others.
    Completer,
}

/// What a tool says of its effects; `None` where it says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints {
    pub(super) read_only: Option<bool>,
    pub(super) destructive: Option<bool>,
    pub(super) idempotent: Option<bool>,
    pub(super) open_world: Option<bool>,
}

/// What a resource says of itself beside its name.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    pub(crate) mime_type: Option<String>,
    pub(super) size: Option<u64>,
    pub(super) annotations: Option<Annotations>,
    pub(crate) cache: CacheHints,
}

/// An argument of a prompt.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) description: Option<String>,
    pub(super) is_required: bool,
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

    /// The description of the completer `name`.
    pub fn completer(name: impl Into<String>) -> Self {
        Self::new(name, Kind::Completer)
    }

    fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self {
            kind,
            name: name.into(),
            title: None,
            description: None,
            icons: Vec::new(),
            arguments: Vec::new(),
            completers: Vec::new(),
            input: InputSchema::default(),
            last: None,
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

    /// Values of the template's variables may be paths that lead out of a folder.
    pub fn unchecked_paths(mut self) -> Self {
        if let Kind::Template { template, .. } = &mut self.kind {
            template.take_all();
        }
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
        self.input.set_verbatim(one_line_text(schema));
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
        self.last = matches!(param.source, Source::Argument { .. }).then_some(name);
        match param.source {
            Source::Argument { schema, absent, .. } => {
                let is_required = absent().is_none();
                if matches!(self.kind, Kind::Tool { .. }) {
                    self.input.insert(name, schema, description, is_required);
                } else {
                    self.arguments.push(Argument { name, description, is_required });
                    let values = CompletedBy::of_type(schema).map(|values| (name, values));
                    self.completers.extend(values);
                }
            }
            Source::Arguments { .. } if !matches!(self.kind, Kind::Tool { .. }) => {
                self.arguments_error = self.arguments_error.or(Some(ArgumentsError::Texts));
            }
            Source::Arguments { schema, fields, .. } => {
                let set = self.input.set_all(schema, fields());
                self.arguments_error = self.arguments_error.or(set.err());
            }
            Source::State { needed, .. } => self.needs.push(needed()),
            Source::Call(_) | Source::Extracted(_) => {}
        }
        self
    }

    /// The argument before is completed by `completer`.
    pub fn completed_by(mut self, completer: Arc<dyn Handler>) -> Self {
        match self.last {
            Some(argument) => {
                self.completers.retain(|(name, _)| *name != argument);
                self.completers.push((argument, CompletedBy::By(completer)));
            }
            None => self.arguments_error = Some(ArgumentsError::NoArgument),
        }
        self
    }

    /// The argument before is repeated in the header `Mcp-Param-{name}`.
    pub fn header(mut self, name: &'static str) -> Self {
        match self.last {
            Some(_) => self.input.set_header(name),
            None => self.arguments_error = Some(ArgumentsError::NoArgument),
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

    /// How long clients may keep what was read, in milliseconds.
    pub fn ttl_ms(self, milliseconds: u64) -> Self {
        self.about(|about| about.cache.ttl_ms = milliseconds)
    }

    /// For whom clients may keep what was read.
    pub fn cache_scope(self, scope: CacheScope) -> Self {
        self.about(|about| about.cache.scope = scope)
    }

    fn about(mut self, set: impl FnOnce(&mut About)) -> Self {
        if let Kind::Resource { about, .. } | Kind::Template { about, .. } = &mut self.kind {
            set(about);
        }
        self
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
