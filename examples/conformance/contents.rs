//! Tools with every kind of block.

use askback::{Content, ResourceContents, prelude::*};

/// A red pixel.
pub(crate) const PNG: [u8; 69] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0,
    0, 0, 144, 119, 83, 222, 0, 0, 0, 12, 73, 68, 65, 84, 8, 215, 99, 248, 207, 192, 0, 0, 3, 1, 1,
    0, 24, 221, 141, 176, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];

/// Silence.
const WAV: [u8; 44] = [
    82, 73, 70, 70, 36, 0, 0, 0, 87, 65, 86, 69, 102, 109, 116, 32, 16, 0, 0, 0, 1, 0, 1, 0, 64,
    31, 0, 0, 64, 31, 0, 0, 1, 0, 8, 0, 100, 97, 116, 97, 0, 0, 0, 0,
];

/// Shows a picture.
#[tool]
pub(crate) async fn test_image_content() -> Content {
    Content::image(PNG, "image/png")
}

/// Plays a sound.
#[tool]
pub(crate) async fn test_audio_content() -> Content {
    Content::audio(WAV, "audio/wav")
}

/// Embeds a resource.
#[tool]
pub(crate) async fn test_embedded_resource() -> Content {
    Content::resource(
        ResourceContents::text("This is an embedded resource content.")
            .uri("test://embedded-resource")
            .mime_type("text/plain"),
    )
}

/// Says, shows and embeds.
#[tool]
pub(crate) async fn test_multiple_content_types() -> Vec<Content> {
    let resource = ResourceContents::text(r#"{"test":"data","value":123}"#)
        .uri("test://mixed-content-resource")
        .mime_type("application/json");
    vec![
        Content::text("Multiple content types test:"),
        Content::image(PNG, "image/png"),
        Content::resource(resource),
    ]
}

/// Repeats a value that clients put into a header too.
#[tool]
pub(crate) async fn test_custom_header(#[arg(header = "Value")] value: String) -> String {
    value
}
