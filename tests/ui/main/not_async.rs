#[askback::main]
fn main() {}
