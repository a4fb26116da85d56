//! A handler's entry in a list, as each revision has it.
//!
//! It does not know who lists it; an entry is the same JSON text on every call.

use super::{
    Meta, OutputSchema,
    meta::{About, Hints, Kind},
    schema,
};
use crate::{
    era::Revision,
    error::ArgumentsError,
    wire::{Icon, write_member, write_string},
};

impl Meta {
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
            Kind::Tool { .. } | Kind::Prompt | Kind::Completer => {}
        }
        write_member(&mut out, "title", self.title.as_deref().filter(|_| revision.has_titles()));
        write_member(&mut out, "description", self.description.as_deref());
        match &self.kind {
            Kind::Tool { returns, hints } => {
                self.write_tool(&mut out, *returns, *hints, revision)?
            }
            Kind::Prompt | Kind::Completer => self.write_prompt(&mut out),
            Kind::Resource { about, .. } | Kind::Template { about, .. } => {
                about.write(&mut out, revision)
            }
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
    fn write(&self, out: &mut Vec<u8>, revision: Revision) {
        write_member(out, "mimeType", self.mime_type.as_deref());
        if let Some(size) = self.size {
            out.extend_from_slice(format!(",\"size\":{size}").as_bytes());
        }
        if let Some(annotations) = &self.annotations {
            annotations.write(out, revision.results().blocks.times);
        }
    }
}
