/// How large.
#[choice]
#[serde(rename_all = "lowercase")]
enum Size {
    /// For a child
    Small,
    #[choice(title = "For a giant")]
    Large,
    #[serde(skip)]
    Unknown,
}
