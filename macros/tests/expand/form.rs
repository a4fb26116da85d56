/// Who to greet.
#[ask(key = "who", message = "Your name?")]
#[derive(Debug)]
struct Name {
    /// Your name
    name: String,
    #[serde(flatten)]
    address: Address,
    #[serde(skip)]
    seen: Vec<u8>,
}
