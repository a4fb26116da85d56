/// A note.
#[resource_template("notes://{id}", mime_type = "text/plain")]
async fn note(cx: &Context, id: u32) -> Option<String> {
    read(cx, id)
}
