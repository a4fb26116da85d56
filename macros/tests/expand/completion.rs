/// Streets of a city.
#[complete]
async fn street(value: String, city: Option<String>) -> Vec<String> {
    streets(city, value).await
}

/// Directions.
#[prompt]
async fn directions(#[arg(complete = street)] street: String) -> String {
    street
}

/// Routes a query.
#[tool]
async fn query(#[arg(header = "Region")] region: String) -> String {
    region
}

#[handlers]
impl Words {
    /// A word.
    #[prompt]
    async fn say(&self, #[arg(complete = word)] word: String) -> String {
        word
    }

    /// The words that there are.
    #[complete]
    async fn word(&self) -> Vec<String> {
        self.0.clone()
    }
}
