#[tool]
async fn publish(
    cx: &Context,
    repo: String,
    #[ask(argument)] release: Release,
    #[ask(roots)] folders: Vec<Root>,
    #[ask(url = |id| page(&repo, id), until = done, message = "Sign in.")] page: (),
    #[ask(sample = notes(&release))] notes: Sampled,
    #[ask(with = account(cx, &release), when = release.major)] account: Option<Account>,
) -> String {
    String::new()
}
