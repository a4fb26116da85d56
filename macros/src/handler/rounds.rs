//! In which round each declared question is asked.
//!
//! A question that uses no other answer goes out in the first round, else one round after the
//! latest answer it uses. What "uses" means is `mentions.rs`.

use std::collections::HashMap;

use syn::Expr;

use super::param::Param;
use crate::{errors::Errors, mentions, names::plain};

/// The positions of the questions among the parameters, round by round.
pub(super) fn rounds(params: &[Param]) -> Vec<Vec<usize>> {
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    let mut round_of: HashMap<String, usize> = HashMap::new();
    for (position, param) in params.iter().enumerate() {
        let Some(question) = param.question() else { continue };
        let after = question.expressions().map(|used| round_after(used, &round_of));
        let round = after.max().unwrap_or(0);
        if round == rounds.len() {
            rounds.push(Vec::new());
        }
        rounds[round].push(position);
        round_of.insert(plain(param.ident()), round);
    }
    rounds
}

/// Never above the number of rounds so far, since it is one more than an earlier round.
fn round_after(expression: &Expr, round_of: &HashMap<String, usize>) -> usize {
    let used = mentions::any(expression);
    let latest = used.iter().filter_map(|name| round_of.get(name)).max();
    latest.map_or(0, |round| round + 1)
}

/// Refuses questions that use what stands below them.
pub(super) fn check_order(params: &[Param], errors: &Errors) {
    for (position, param) in params.iter().enumerate() {
        let Some(question) = param.question() else { continue };
        let mut free: Vec<_> = question.expressions().flat_map(mentions::free).collect();
        free.retain(|name| !params[..position].iter().any(|above| names(above, name)));
        for name in free {
            let below = params[position + 1..].iter().find(|below| names(below, &name));
            let Some(below) = below else { continue };
            let when = if below.question().is_some() { "asked later" } else { "written below it" };
            let (user, used) = (plain(param.ident()), plain(&name));
            errors.push(
                name,
                format_args!(
                    "`{user}` uses `{used}`, which is {when}: move `{used}` above `{user}`, \
                     because a question may use only arguments and answers above it"
                ),
            );
        }
    }
}

fn names(param: &Param, name: &syn::Ident) -> bool {
    plain(param.ident()) == plain(name)
}
