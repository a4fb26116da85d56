//! Types under other names: the type decides what a parameter is, never its spelling.

use renamed::{
    Answer as Said, Confirmed as Yes, Context as Call, ask as form, choice as one_of,
    tool as handler,
};

type Ctx = Call;
type Maybe<T> = Option<T>;
type Outcome<T> = Result<T, std::num::ParseIntError>;

/// A size.
#[one_of(crate = ::renamed)]
#[derive(Debug)]
pub enum Size {
    /// Small
    Small,
}

/// A shirt.
#[form(crate = ::renamed, message = "Which?")]
#[derive(Debug)]
pub struct Shirt {
    /// How large
    pub size: Maybe<Size>,
}

type Asked = Said<Shirt>;

/// Folds a shirt.
#[handler(crate = ::renamed)]
pub async fn fold(
    cx: &Ctx,
    times: Maybe<String>,
    #[ask] which: Asked,
    #[ask(confirm, message = "Now?")] now: Maybe<Yes>,
) -> Outcome<String> {
    let times: u8 = times.unwrap_or_default().parse()?;
    Ok(format!("{cx:?} {times} {which:?} {now:?}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use renamed::{Server, testing::Client};

    use super::*;

    #[renamed::main(crate = ::renamed, flavor = "current_thread")]
    #[test]
    async fn the_type_decides_what_a_parameter_is() {
        let client = Client::new(Server::new("s", "1").tool(fold));
        let client = client.answer("which", Shirt { size: Some(Size::Small) }).confirm("now");
        let reply = client.call("fold", BTreeMap::from([("times", "3")])).await;
        assert!(reply.text().contains("3 Accepted(Shirt { size: Some(Small) }) Some"), "{reply:?}");
        let reply = client.call("fold", BTreeMap::from([("times", "three")])).await;
        assert!(reply.is_error(), "{reply:?}");
    }
}
