use askback::prelude::*;

#[choice]
enum Size {}

fn main() {}
