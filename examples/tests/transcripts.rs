//! Each example plays the transcript in its header, on both eras, and comes to the same one.
//!
//! A line begins with what it is: `>` a call, `?` a question, `!` what the user does, `<` the end.

use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Lines, Read, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Map, Value, json};

/// Every example with a transcript: its program and its source.
macro_rules! examples {
    ($($name:ident $file:literal)*) => {
        [$((env!(concat!("CARGO_BIN_EXE_", stringify!($name))), $file)),*]
    };
}

pub(crate) const EXAMPLES: [(&str, &str); 15] = examples! {
    account "account.rs"
    archive "archive.rs"
    bench "bench.rs"
    booking "booking.rs"
    delete "delete.rs"
    deposit "deposit/main.rs"
    feedback "feedback.rs"
    greenhouse "greenhouse.rs"
    greet "greet.rs"
    greet_inline "greet_inline.rs"
    greet_returned "greet_returned.rs"
    letter "letter.rs"
    notes "notes.rs"
    onboarding "onboarding.rs"
    release_notes "release_notes.rs"
};

#[test]
fn every_example_plays_its_transcript_on_both_eras() {
    for (program, file) in EXAMPLES {
        let transcript = transcript(file);
        for is_modern in [true, false] {
            let mut play = Play::start(program, is_modern, &transcript);
            while let Some(call) = play.next_call() {
                play.call(&call);
            }
            let era = if is_modern { "2026-07-28" } else { "2025-11-25" };
            assert_eq!(play.said, transcript, "{file} on {era}");
            play.stop();
        }
    }
}

#[test]
fn no_example_is_left_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let with_transcript = |path: &Path| {
        std::fs::read_to_string(path).is_ok_and(|text| text.contains("//! ```text\n//! > "))
    };
    let mut found = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let main = path.join("main.rs");
        found += usize::from(with_transcript(if path.is_dir() { &main } else { &path }));
    }
    assert_eq!(found, EXAMPLES.len(), "add it to the list above");
}

/// The transcript in the header of an example.
fn transcript(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let inside = text.split("//! ```text\n").nth(1).unwrap().split("//! ```").next().unwrap();
    inside.lines().map(|line| format!("{}\n", line.trim_start_matches("//! "))).collect()
}

/// A client that does what a transcript says, and writes down what happens.
struct Play<'t> {
    is_modern: bool,
    process: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    /// The lines of the transcript that are the user's.
    script: Vec<&'t str>,
    said: String,
    last_id: u64,
}

impl<'t> Play<'t> {
    fn start(program: &str, is_modern: bool, transcript: &'t str) -> Self {
        let mut process = Command::new(program)
            .arg("--stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let script = transcript.lines().filter(|line| line.starts_with(['>', '!'])).rev();
        let script = script.collect();
        let mut play =
            Self { is_modern, process, input, lines, script, said: String::new(), last_id: 0 };
        if !is_modern {
            let params = json!({
                "protocolVersion": "2025-11-25",
                "capabilities": capabilities(),
                "clientInfo": {"name": "play", "version": "1"},
            });
            play.request("initialize", params);
            play.receive();
            play.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        }
        play
    }

    fn next_call(&mut self) -> Option<String> {
        self.script.pop().map(|line| line.trim_start_matches("> ").to_owned())
    }

    /// Plays one call to its end.
    fn call(&mut self, call: &str) {
        writeln!(self.said, "> {call}").unwrap();
        let mut words = call.splitn(3, ' ');
        let (method, name) = (words.next().unwrap(), words.next().unwrap());
        let arguments = words.next().map(|json| serde_json::from_str::<Value>(json).unwrap());
        let member = if method == "resources/read" { "uri" } else { "name" };
        let mut params = Map::new();
        params.insert(member.to_owned(), json!(name));
        params.extend(arguments.map(|arguments| ("arguments".to_owned(), arguments)));
        self.request(method, Value::Object(params.clone()));
        loop {
            let message = self.receive();
            if message.get("method").is_some_and(|method| method != "notifications/progress") {
                if message.get("id").is_some() {
                    let result = self.answer(&message);
                    let id = &message["id"];
                    self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
                }
            } else if message["result"]["resultType"] == "input_required" {
                let requests = message["result"]["inputRequests"].as_object();
                let requests = requests.cloned().unwrap_or_default();
                let answers: Map<String, Value> =
                    requests.iter().map(|(key, asked)| (key.clone(), self.answer(asked))).collect();
                params.insert("inputResponses".to_owned(), Value::Object(answers));
                params.insert("requestState".to_owned(), message["result"]["requestState"].clone());
                self.request(method, Value::Object(params.clone()));
            } else {
                return self.end(&message);
            }
        }
    }

    /// Writes a question down, and what the script answers.
    fn answer(&mut self, asked: &Value) -> Value {
        let params = &asked["params"];
        let question = match asked["method"].as_str().unwrap() {
            "roots/list" => "roots".to_owned(),
            "sampling/createMessage" => {
                format!("model: {}", params["messages"][0]["content"]["text"].as_str().unwrap())
            }
            _ => params["message"].as_str().unwrap().to_owned(),
        };
        let url = params["url"].as_str().unwrap_or_default();
        let path = url.rsplit_once('/').map(|(before, _)| before.rsplit('/').next().unwrap());
        let page = path.map(|path| format!("  /{path}/{{id}}")).unwrap_or_default();
        writeln!(self.said, "? {question}{page}").unwrap();
        let line = self.script.pop().unwrap_or_else(|| panic!("no answer to {asked}"));
        writeln!(self.said, "{line}").unwrap();
        let (word, rest) = line[2..].split_once(' ').unwrap_or((&line[2..], "null"));
        let value: Value = serde_json::from_str(rest).unwrap();
        match word {
            "accept" => json!({"action": "accept", "content": value}),
            "says" => {
                let content = json!({"type": "text", "text": value});
                json!({"role": "assistant", "content": content, "model": "m"})
            }
            "roots" => {
                let roots: Vec<Value> =
                    value.as_array().unwrap().iter().map(|uri| json!({"uri": uri})).collect();
                json!({"roots": roots})
            }
            "open" => {
                pay(url);
                json!({"action": "accept"})
            }
            action => json!({"action": action}),
        }
    }

    fn end(&mut self, message: &Value) {
        let result = &message["result"];
        let places = [
            &result["content"][0]["text"],
            &result["messages"][0]["content"]["text"],
            &result["contents"][0]["text"],
        ];
        let error = &message["error"];
        let end = match places.into_iter().find_map(Value::as_str) {
            Some(text) => text.to_owned(),
            None if error["data"]["uri"].is_string() => {
                // Its code differs by era.
                format!("error not found: {}", error["message"].as_str().unwrap())
            }
            None => format!("error {}: {}", error["code"], error["message"].as_str().unwrap()),
        };
        writeln!(self.said, "< {end}").unwrap();
    }

    fn request(&mut self, method: &str, mut params: Value) {
        self.last_id += 1;
        if self.is_modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": capabilities(),
            });
        }
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    fn receive(&mut self) -> Value {
        let line = self.lines.next().unwrap_or_else(|| panic!("no answer after {}", self.said));
        serde_json::from_str(&line.unwrap()).unwrap()
    }

    fn stop(mut self) {
        drop(self.input);
        assert!(self.process.wait().unwrap().success());
    }
}

fn capabilities() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}})
}

/// Pays on the page of a deposit, as its owner; somebody else is not let in.
fn pay(url: &str) {
    let (host, path) = url.trim_start_matches("http://").split_once('/').unwrap();
    let status = |method: &str, user: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "{method} /{path} HTTP/1.1\r\nHost: {host}\r\nCookie: user={user}\r\n\
             Content-Length: 0\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply[9..12].to_owned()
    };
    assert_eq!(status("GET", "mallory"), "403");
    assert_eq!(status("POST", "mallory"), "403");
    assert_eq!(status("GET", "somebody"), "200");
    assert_eq!(status("POST", "somebody"), "200");
}
