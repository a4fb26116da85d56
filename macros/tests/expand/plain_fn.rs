/// Reads a file.
#[tool]
fn read(#[arg(name = "file")] path: PathBuf, limit: Option<u32>) -> Result<String, Error> {
    read_up_to(path, limit)
}
