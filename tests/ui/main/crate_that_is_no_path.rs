#[askback::main(crate = "askback")]
async fn main() {}
