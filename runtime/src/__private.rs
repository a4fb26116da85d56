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
        Arguments, Branch, Context, OutputSchema, ParamOf, Place, Question, Refusal, Tool,
        ToolFuture, ToolMeta, ToolReply, all, answered, assert_distinct, assert_message, blocking,
        confirmation, join_docs, message_of, page, param, question, replies, resolved,
        resolved_when, roots, sampled, skipped,
    },
};
