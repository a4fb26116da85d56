//! Enough of HTTP for the tour: a POST, its whole reply, or the events of its reply one by one.

use std::{io, net::SocketAddr};

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

/// A reply whose body has not been read.
pub(crate) struct Reply {
    head: String,
    rest: BufReader<TcpStream>,
}

/// Posts a message to `/mcp`.
pub(crate) async fn post(
    addr: SocketAddr,
    headers: &[(&str, &str)],
    message: &Value,
) -> io::Result<Reply> {
    let body = message.to_string();
    let mut head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         Content-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut stream = TcpStream::connect(addr).await?;
    stream.write_all((head + "\r\n" + &body).as_bytes()).await?;
    let (mut rest, mut head) = (BufReader::new(stream), String::new());
    while !head.ends_with("\r\n\r\n") {
        if rest.read_line(&mut head).await? == 0 {
            return Err(io::Error::other("the server closed the connection"));
        }
    }
    Ok(Reply { head, rest })
}

impl Reply {
    /// A header; its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    /// The whole body.
    pub(crate) async fn body(&mut self) -> io::Result<String> {
        let mut body = String::new();
        self.rest.read_to_string(&mut body).await?;
        Ok(body)
    }

    /// The next message of a stream of events.
    pub(crate) async fn event(&mut self) -> io::Result<Value> {
        let mut line = String::new();
        while self.rest.read_line(&mut line).await? > 0 {
            let data = line.strip_prefix("data:").map_or("", str::trim);
            if !data.is_empty() {
                return Ok(serde_json::from_str(data)?);
            }
            line.clear();
        }
        Err(io::Error::other("the stream ended without an answer"))
    }
}
