//! Every kind of question × style × revision × what the client does with it: what is on the wire, and
//! what the handler sees. No cell is left out; where a revision has no such question, the cell says so.
//!
//! `design.md` part 2, `dispatch.md` parts 3 to 5; M-MRTR-3, M-MRTR-17, M-ERR-5, L-SRQ-1, L-SRQ-4.

mod tools;

use askback_tests::{
    Call, Piped, check, check_handshake,
    handshake::{HANDSHAKES, plain_call, respond},
};
use serde_json::{Value, json};

const STYLES: [&str; 3] = ["declared", "inline", "returned"];

/// A kind of question, and the answers to it.
struct Kind {
    name: &'static str,
    method: &'static str,
    /// What the client declares to be asked it, and what is named where it does not.
    needs: Value,
    named: &'static str,
    /// The first revision that has it.
    since: &'static str,
    good: Value,
    seen: &'static str,
    /// What the handler sees of a decline and of a cancel; `None` for what has neither.
    refused: Option<[&'static str; 2]>,
    malformed: Value,
}

fn kinds() -> [Kind; 7] {
    let elicited = |name, content: Value, seen, wrong: Value| Kind {
        name,
        method: "elicitation/create",
        needs: json!({"elicitation": {"form": {}}}),
        named: "form elicitation",
        since: "2025-06-18",
        good: json!({"action": "accept", "content": content}),
        seen,
        refused: Some(["declined", "cancelled"]),
        malformed: json!({"action": "accept", "content": wrong}),
    };
    let said = |content: Value| json!({"role": "assistant", "content": content, "model": "m"});
    let used = json!({"type": "tool_use", "id": "1", "name": "map", "input": {}});
    let sampled = |name, needs, named, since, good, seen| Kind {
        name,
        method: "sampling/createMessage",
        needs,
        named,
        since,
        good: said(good),
        seen,
        refused: None,
        malformed: said(json!("Paris")),
    };
    [
        elicited("form", json!({"text": "x"}), "accepted x", json!({"text": 7})),
        Kind {
            refused: Some(["no", "no"]),
            ..elicited("confirm", json!({"confirm": true}), "yes", json!({"confirm": "yes"}))
        },
        elicited("choose", json!({"choice": "Red"}), "accepted Red", json!({"choice": "Green"})),
        Kind {
            needs: json!({"elicitation": {"url": {}}}),
            named: "url elicitation",
            since: "2025-11-25",
            good: json!({"action": "accept"}),
            malformed: json!({"action": "perhaps"}),
            ..elicited("url", json!(null), "accepted page", json!(null))
        },
        sampled(
            "sample",
            json!({"sampling": {}}),
            "sampling",
            "2024-11-05",
            json!({"type": "text", "text": "Paris"}),
            "Paris []",
        ),
        sampled(
            "tools",
            json!({"sampling": {"tools": {}}}),
            "sampling with tools",
            "2025-11-25",
            json!([{"type": "text", "text": "Hm."}, used]),
            "Hm. [\"map\"]",
        ),
        Kind {
            name: "roots",
            method: "roots/list",
            needs: json!({"roots": {}}),
            named: "roots",
            since: "2024-11-05",
            good: json!({"roots": [{"uri": "file:///a"}, {"uri": "file:///b"}]}),
            seen: "file:///a file:///b",
            refused: None,
            malformed: json!({"roots": [{"name": "a"}]}),
        },
    ]
}

#[track_caller]
fn text(answer: &Value, is_error: bool) -> &str {
    assert_eq!(answer["result"]["isError"] == true, is_error, "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// One kind in one style on the newest revision.
struct Modern<'k> {
    kind: &'k Kind,
    piped: Piped,
    call: Call,
}

impl Modern<'_> {
    fn send(&mut self, call: &Call) -> Value {
        let answer = self.piped.answer(&call.json());
        check("tools/call", &answer);
        answer
    }

    /// The first round: one question, of the right method.
    fn ask(&mut self) -> Value {
        let asked = self.send(&self.call.clone());
        let requests = asked["result"]["inputRequests"].as_object().unwrap();
        assert_eq!(requests.keys().collect::<Vec<_>>(), ["q"], "{asked}");
        assert_eq!(requests["q"]["method"], self.kind.method);
        asked
    }

    fn retry(&mut self, asked: &Value, responses: Value) -> Value {
        let call = self.call.retry(asked, responses);
        self.send(&call)
    }

    /// What does not answer the question is asked again, and a good answer still does.
    fn asks_again(&mut self, responses: Value) {
        let asked = self.ask();
        let again = self.retry(&asked, responses);
        let (was, is) = (&asked["result"]["inputRequests"], &again["result"]["inputRequests"]);
        assert_eq!(is["q"]["method"], self.kind.method, "{again}");
        let message = |question: &Value| question["q"]["params"]["message"].to_string();
        assert!(message(is).ends_with(message(was).trim_start_matches('"')), "{again}");
        let good = self.kind.good.clone();
        let done = self.retry(&again, json!({"q": good}));
        assert_eq!(text(&done, false), self.kind.seen);
    }
}

#[test]
fn every_kind_in_every_style_on_the_newest_revision() {
    let mut cells = 0;
    for kind in kinds() {
        for style in STYLES {
            let call = Call::new(&format!("{}_{style}", kind.name));
            let call = call.capabilities(kind.needs.clone());
            let piped = Piped::start(tools::server());
            let mut modern = Modern { kind: &kind, piped, call: call.clone() };
            let asked = modern.ask();
            let done = modern.retry(&asked, json!({"q": kind.good}));
            assert_eq!(text(&done, false), kind.seen);
            for (position, action) in ["decline", "cancel"].into_iter().enumerate() {
                let no = json!({"q": {"action": action}});
                match kind.refused {
                    Some(views) => {
                        let asked = modern.ask();
                        assert_eq!(text(&modern.retry(&asked, no), false), views[position]);
                    }
                    // A no is no answer of its kind.
                    None => modern.asks_again(no),
                }
            }
            modern.asks_again(json!({}));
            modern.asks_again(json!({"q": kind.malformed}));
            let refused = modern.send(&call.capabilities(json!({})));
            assert_eq!(refused["error"]["code"], -32021, "{refused}");
            assert_eq!(refused["error"]["data"]["requiredCapabilities"], kind.needs);
            assert!(modern.piped.close().is_empty());
            cells += 6;
        }
    }
    assert_eq!(cells, 7 * 3 * 6);
}

/// One kind in one style on a handshake revision.
struct Handshake<'k> {
    kind: &'k Kind,
    style: &'k str,
    revision: &'k str,
    piped: Piped,
}

impl Handshake<'_> {
    fn call(&self) -> Value {
        plain_call(1, &format!("{}_{}", self.kind.name, self.style), json!({}))
    }

    /// Calls, and reads the question.
    fn ask(&mut self) -> Value {
        self.piped.send(&self.call());
        self.question()
    }

    fn question(&self) -> Value {
        let asked = self.piped.asked(self.revision);
        assert_eq!(asked["method"], self.kind.method, "{asked}");
        asked
    }

    fn done(&mut self, asked: &Value, result: Value) -> Value {
        let answer = self.piped.answer(&respond(asked, result));
        check_handshake(self.revision, "tools/call", &answer);
        answer
    }

    fn asks_again(&mut self, wrong: Value) {
        let asked = self.ask();
        self.piped.send(&respond(&asked, wrong));
        let again = self.question();
        let message = |asked: &Value| asked["params"]["message"].to_string();
        assert!(message(&again).ends_with(message(&asked).trim_start_matches('"')), "{again}");
        assert_ne!(again["id"], asked["id"]);
        let done = self.done(&again, self.kind.good.clone());
        assert_eq!(text(&done, false), self.kind.seen);
    }
}

#[test]
fn every_kind_in_every_style_on_every_handshake_revision() {
    let mut cells = 0;
    let kinds = kinds();
    for (kind, revision) in kinds.iter().flat_map(|kind| HANDSHAKES.map(|r| (kind, r))) {
        let can = revision >= kind.since;
        for style in STYLES {
            cells += 6;
            let mut piped = Piped::start(tools::server());
            piped.open(revision, kind.needs.clone());
            let mut session = Handshake { kind, style, revision, piped };
            if can {
                let asked = session.ask();
                assert_eq!(text(&session.done(&asked, kind.good.clone()), false), kind.seen);
                for (position, action) in ["decline", "cancel"].into_iter().enumerate() {
                    let no = json!({"action": action});
                    match kind.refused {
                        Some(views) => {
                            let asked = session.ask();
                            assert_eq!(text(&session.done(&asked, no), false), views[position]);
                        }
                        None => session.asks_again(no),
                    }
                }
                session.asks_again(kind.malformed.clone());
                // A leg that fails stands for an answer that never comes.
                let asked = session.ask();
                let error = json!({"code": -32603, "message": "no window to show it in"});
                let failed = json!({"jsonrpc": "2.0", "id": asked["id"], "error": error});
                let answer = session.piped.answer(&failed);
                check_handshake(revision, "tools/call", &answer);
                match style {
                    "returned" => assert_eq!(text(&answer, false), "failed"),
                    _ => assert!(text(&answer, true).contains("no window to show it in")),
                }
                assert!(session.piped.close().is_empty());
                session.piped = Piped::start(tools::server());
                session.piped.open(revision, json!({}));
            }
            // Undeclared, or declared on a revision that has no such thing.
            let call = session.call();
            let refused = session.piped.answer(&call);
            check_handshake(revision, "tools/call", &refused);
            let why = text(&refused, true);
            assert!(why.contains(kind.named), "{revision} {}: {why}", kind.name);
            assert!(session.piped.close().is_empty());
        }
    }
    assert_eq!(cells, 7 * 3 * 4 * 6);
}
