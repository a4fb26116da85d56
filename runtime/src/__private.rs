//! The only door for generated code. Nothing here is for anybody else, and any of it may change
//! without notice.

pub use schemars;
pub use serde;
pub use tokio;

pub use crate::{
    ask::Ended,
    form::{
        Choice, ChoiceVariant, Elicit, Field, Form, FormCell, FormError, choice_schema, field,
        flattened, variant,
    },
    handler::{
        Arguments, Branch, Completer, Context, Handler, Handlers, Meta, OutputSchema, ParamOf,
        Place, Prompt, Question, Refusal, Registered, Replied, Resource, ResourceTemplate, Run,
        Tool, all, answered, assert_distinct, assert_message, assert_no_argument, assert_no_member,
        blocking, completer, completion_replies, confirmation, join_docs, message_of, page, param,
        prompt_replies, question, registered, replies, required, resolved, resolved_when,
        resource_replies, roots, sampled, shared, skipped,
    },
};
