//! What a call comes to, whichever kind of handler it called.
//!
//! It does not know what stands beside it in a result: that differs by era.

use super::{Completion, PromptResult, ResourceContents, ToolContent, content::Blocks};

/// The result of a call that is complete.
#[derive(Debug)]
pub(crate) enum Done {
    Tool(ToolContent),
    Prompt(PromptResult),
    /// At least one.
    Resource(Vec<ResourceContents>),
    Completion(Completion),
}

/// How much of a result a revision shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResultShape {
    pub(crate) blocks: Blocks,
    pub(crate) structured: Structured,
}

/// Which values are shown as such, beside their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Structured {
    Nothing,
    Objects,
    Everything,
}

impl ResultShape {
    /// All that there is.
    pub(crate) const ALL: Self = Self { blocks: Blocks::ALL, structured: Structured::Everything };
}

impl Done {
    /// About how many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Tool(content) => content.size(),
            Self::Prompt(prompt) => prompt.size(),
            Self::Resource(contents) => contents.iter().map(ResourceContents::size).sum(),
            Self::Completion(completion) => completion.size(),
        }
    }

    /// Its members, without a comma behind them.
    pub(crate) fn write(&self, out: &mut Vec<u8>, shape: ResultShape) {
        match self {
            Self::Tool(content) => content.write(out, shape),
            Self::Prompt(prompt) => prompt.write(out, shape.blocks),
            Self::Completion(completion) => completion.write(out),
            Self::Resource(contents) => {
                out.extend_from_slice(b"\"contents\":[");
                for (position, contents) in contents.iter().enumerate() {
                    if position > 0 {
                        out.push(b',');
                    }
                    contents.write(out);
                }
                out.push(b']');
            }
        }
    }
}
