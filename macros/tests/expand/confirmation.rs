/// Deletes a file.
#[tool]
async fn delete(
    path: String,
    #[ask(confirm, message = format!("Delete {path}?"))] _sure: Confirmed,
) {
    remove(path).await
}
