#[handlers]
impl<S: Store> Notes<S> {
    /// Deletes a note.
    #[tool(destructive = true)]
    async fn delete(
        &self,
        id: u32,
        #[ask(confirm, message = format!("Delete {}?", self.text(id)))] _sure: Confirmed,
    ) -> String {
        self.remove(id)
    }

    fn text(&self, id: u32) -> String {
        id.to_string()
    }
}
