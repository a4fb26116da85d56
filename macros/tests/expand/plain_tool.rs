/// Says hello.
#[tool(title = "Hello")]
pub async fn hello(
    cx: &Context,
    /// Who to greet
    who: String,
) -> String {
    format!("Hello, {who}! {}", cx.is_retry())
}
