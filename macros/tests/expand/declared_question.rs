/// Greets someone by name.
#[tool]
async fn greet(#[ask] who: Answer<Name>) -> String {
    who.accepted().map(|who| who.name).unwrap_or_default()
}
