//! Resources.

use askback::prelude::*;

use super::contents::PNG;

/// A fixed text.
#[resource("test://static-text", mime_type = "text/plain")]
pub(crate) async fn static_text() -> &'static str {
    "This is the content of the static text resource."
}

/// A picture.
#[resource("test://static-binary", mime_type = "image/png")]
pub(crate) async fn static_binary() -> Vec<u8> {
    PNG.to_vec()
}

/// Something to watch.
#[resource("test://watched-resource", mime_type = "text/plain")]
pub(crate) async fn watched() -> &'static str {
    "This resource is watched."
}

/// Data by its id.
#[resource_template("test://template/{id}/data", mime_type = "application/json")]
pub(crate) async fn template_data(id: String) -> String {
    format!(r#"{{"id":"{id}","templateTest":true,"data":"Data for ID: {id}"}}"#)
}
