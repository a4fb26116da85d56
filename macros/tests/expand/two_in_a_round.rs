/// Books a table.
#[tool]
async fn book(
    place: String,
    #[ask(key = "table", message = format!("Which table at {place}?"))] table: Table,
    #[ask] guest: Option<Name>,
    #[ask(key = "menu", message = format!("What is for {}?", table.number))] menu: Menu,
) -> String {
    serve(table, guest, menu)
}
