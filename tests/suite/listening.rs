//! Changes, and who hears of them: `subscriptions/listen` on revision 2026-07-28 (`modern.md` part 21),
//! and sessions (`legacy.md` parts 7 and 8).

use std::time::{Duration, Instant};

use askback::{HttpOptions, LogLevel, Notifier, Progress, State, ToolBuilder, ToolSet, prelude::*};
use askback_tests::{
    Call, Piped, Served, accept, check, check_notification,
    handshake::{Events, HANDSHAKES, Session, cancel, forms, plain, plain_call},
    request,
};
use serde_json::{Value, json};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// Says that something changed.
#[tool]
async fn change(cx: &Context, notifier: State<Notifier>, what: String) -> &'static str {
    cx.log(LogLevel::Info, "changes");
    cx.progress(Progress::at(1));
    match &*what {
        "tools" => notifier.tools_changed(),
        "prompts" => notifier.prompts_changed(),
        "resources" => notifier.resources_changed(),
        uri => notifier.resource_updated(uri),
    }
    "Said."
}

/// Asks for a yes.
#[tool]
async fn ask_first(#[ask(confirm, message = "Sure?")] sure: bool) -> String {
    sure.to_string()
}

/// A prompt.
#[prompt]
async fn poem() -> &'static str {
    "Write a poem."
}

/// A resource.
#[resource("a://b")]
async fn b() -> &'static str {
    "b"
}

fn server(notifier: &Notifier) -> Server {
    Server::new("s", "1").notifier(notifier).tool(change).tool(ask_first).prompt(poem).resource(b)
}

fn tell(notifier: &Notifier) {
    notifier.tools_changed();
    notifier.prompts_changed();
    notifier.resources_changed();
    notifier.resource_updated("a://b");
    notifier.resource_updated("a://b/c");
    notifier.resource_updated("a://bc");
}

fn everything() -> Value {
    json!({
        "toolsListChanged": true,
        "promptsListChanged": true,
        "resourcesListChanged": true,
        "resourceSubscriptions": ["a://b"],
    })
}

fn listen(id: Value, notifications: Value) -> Value {
    let mut message = request("subscriptions/listen", json!({"notifications": notifications}));
    message["id"] = id;
    message
}

/// The filter that is acknowledged to `id`.
fn acknowledged(message: &Value, id: &Value) -> Value {
    let params = check_notification("notifications/subscriptions/acknowledged", message);
    assert_eq!(&params["_meta"][SUBSCRIPTION], id);
    params["notifications"].clone()
}

/// M-SUB-2 to M-SUB-5: the acknowledgement is first, what comes is what was asked for, and all of it has
/// the id of the subscription as it was sent.
#[test]
fn a_subscription_hears_what_it_asked_for() {
    let notifier = Notifier::new();
    let served = Served::start(server(&notifier));
    for id in [json!("lis-1"), json!(5)] {
        let mut events = Events::of(&served.post(&listen(id.clone(), everything())));
        assert!(events.head.contains("x-accel-buffering: no"), "{}", events.head);
        assert_eq!(acknowledged(&events.message().unwrap(), &id), everything());
        tell(&notifier);
        for (kind, uri) in [
            ("tools/list_changed", json!(null)),
            ("prompts/list_changed", json!(null)),
            ("resources/list_changed", json!(null)),
            ("resources/updated", json!("a://b")),
            ("resources/updated", json!("a://b/c")),
        ] {
            let message = events.message().unwrap();
            let params = check_notification(&format!("notifications/{kind}"), &message);
            assert_eq!((&params["_meta"][SUBSCRIPTION], &params["uri"]), (&id, &uri));
        }
    }
    let prompts = json!({"promptsListChanged": true, "toolsListChanged": false});
    let mut events = Events::of(&served.post(&listen(json!(1), prompts)));
    let honoured = acknowledged(&events.message().unwrap(), &json!(1));
    assert_eq!(honoured, json!({"promptsListChanged": true}));
    tell(&notifier);
    notifier.prompts_changed();
    for _ in 0..2 {
        check_notification("notifications/prompts/list_changed", &events.message().unwrap());
    }
}

/// M-SUB-1, M-SUB-12, M-SUB-13: what a subscription must have, and how many there may be.
#[test]
fn a_subscription_that_cannot_be_is_refused() {
    let served = Served::start(server(&Notifier::new()).open_subscriptions(1));
    let send = |message: &Value| {
        let reply = served.post(message).send();
        (reply.status, reply.code())
    };
    assert_eq!(send(&request("subscriptions/listen", json!({}))), (400, -32602));
    for wrong in [
        json!([]),
        json!("x"),
        json!({"toolsListChanged": 1}),
        json!({"resourceSubscriptions": "a://b"}),
        json!({"resourceSubscriptions": [1]}),
    ] {
        assert_eq!(send(&listen(json!(1), wrong.clone())), (400, -32602), "{wrong}");
    }
    let padding = json!({"toolsListChanged": true, "padding": "x".repeat(256 * 1024)});
    assert_eq!(send(&listen(json!(1), padding)), (400, -32602));
    let plain = served.post(&listen(json!(1), everything())).set("Accept", "application/json");
    assert_eq!(plain.send().status, 406);
    let mut open = Events::of(&served.post(&listen(json!(1), json!({}))));
    assert_eq!(acknowledged(&open.message().unwrap(), &json!(1)), json!({}));
    assert_eq!(send(&listen(json!(2), json!({}))), (200, -32603));
    drop(open);
    // The place of who has gone is free again (M-SUB-8).
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let again = Events::of(&served.post(&listen(json!(3), json!({}))));
        if again.head.contains("text/event-stream") {
            break;
        }
        assert!(Instant::now() < until, "the place is not given back");
    }
}

/// M-SUB-3, M-DISC-3: a server that tells nothing claims nothing, and acknowledges nothing.
#[test]
fn a_server_without_a_notifier_claims_nothing() {
    let silent = || Server::new("s", "1").prompt(poem).resource(b);
    let served = Served::start(silent());
    let mut events = Events::of(&served.post(&listen(json!(1), everything())));
    assert_eq!(acknowledged(&events.message().unwrap(), &json!(1)), json!({}));
    let claims = served.post(&request("server/discover", json!({}))).send().json();
    let nothing = json!({"logging": {}, "prompts": {}, "resources": {}});
    assert_eq!(claims["result"]["capabilities"], nothing);
    let mut piped = Piped::start(silent());
    let opened = piped.open("2025-11-25", json!({}));
    assert_eq!(opened["result"]["capabilities"], nothing);
    for method in ["resources/subscribe", "resources/unsubscribe"] {
        let answer = piped.answer(&plain(json!(1), method, json!({"uri": "a://b"})));
        assert_eq!(answer["error"]["code"], -32601, "L-SUBS-1");
    }
    let served = Served::start(server(&Notifier::new()));
    let claims = served.post(&request("server/discover", json!({}))).send().json();
    assert_eq!(
        claims["result"]["capabilities"],
        json!({
            "logging": {},
            "prompts": {"listChanged": true},
            "resources": {"listChanged": true, "subscribe": true},
            "tools": {"listChanged": true},
        })
    );
}

/// M-SUB-7, M-SUB-8, M-SUB-10, M-STDIO-4, A-7: on stdio, where all share a line. Ends are told twice,
/// cancellations never.
#[test]
fn subscriptions_share_a_line() {
    let notifier = Notifier::new();
    let mut piped = Piped::start(server(&notifier));
    let tools = json!({"toolsListChanged": true});
    notifier.tools_changed();
    for id in [json!(1), json!("two"), json!(3)] {
        let answer = piped.answer(&listen(id.clone(), tools.clone()));
        assert_eq!(acknowledged(&answer, &id), tools);
    }
    notifier.tools_changed();
    let mut heard: Vec<Value> = (0..3)
        .map(|_| {
            let message = piped.receive();
            check_notification("notifications/tools/list_changed", &message)["_meta"][SUBSCRIPTION]
                .clone()
        })
        .collect();
    heard.sort_by_key(Value::to_string);
    assert_eq!(heard, [json!("two"), json!(1), json!(3)]);
    piped.send(&cancel(3));
    // What is answered behind it shows that the cancellation was read.
    let call = Call::new("change").id(json!(4)).arguments(json!({"what": "prompts"}));
    check("tools/call", &piped.answer(&call.json()));
    notifier.tools_changed();
    let rest = [piped.receive(), piped.receive()];
    assert!(rest.iter().all(|message| message["params"]["_meta"][SUBSCRIPTION] != 3), "{rest:?}");
    let ends = piped.close();
    assert_eq!(ends.len(), 4, "{ends:?}");
    for id in [json!(1), json!("two")] {
        let of = |message: &&Value| message["id"] == id || message["params"]["requestId"] == id;
        let own: Vec<&Value> = ends.iter().filter(of).collect();
        check("subscriptions/listen", own[0]);
        assert_eq!(own[0]["result"]["_meta"][SUBSCRIPTION], id);
        check_notification("notifications/cancelled", own[1]);
    }
}

/// M-SUB-9: a server that stops ends its streams with their results.
#[test]
fn a_shutdown_ends_subscriptions_with_their_results() {
    let served = Served::start(server(&Notifier::new()));
    let mut events = Events::of(&served.post(&listen(json!("l"), everything())));
    let _ = acknowledged(&events.message().unwrap(), &json!("l"));
    drop(served);
    let end = events.message().unwrap();
    check("subscriptions/listen", &end);
    assert_eq!((&end["id"], &end["result"]["_meta"][SUBSCRIPTION]), (&json!("l"), &json!("l")));
    assert_eq!(events.message(), None);
}

/// M-SUB-11: a quiet stream is kept alive. M-SUB-13: it is a stream where all else is JSON.
#[test]
fn a_quiet_stream_is_kept_alive() {
    use std::io::{Read as _, Write as _};
    let options = HttpOptions::new().json_only().keep_alive(Duration::from_millis(20));
    let served = Served::start(server(&Notifier::new()).http_options(options));
    let mut stream = std::net::TcpStream::connect(served.addr()).unwrap();
    stream.write_all(&served.post(&listen(json!(1), json!({}))).bytes()).unwrap();
    let mut text = String::new();
    let mut chunk = [0; 1024];
    while text.matches(": keep-alive").count() < 3 {
        let read = stream.read(&mut chunk).unwrap();
        assert_ne!(read, 0, "{text}");
        text.push_str(&String::from_utf8_lossy(&chunk[..read]));
    }
}

/// L-NTF-1, L-SUBS-1, M-SUB-10: one change reaches sessions untagged and streams tagged, each what it
/// wants.
#[test]
fn one_change_reaches_both_eras() {
    let notifier = Notifier::new();
    let served = Served::start(server(&notifier));
    let mut modern = Events::of(&served.post(&listen(json!(1), everything())));
    let _ = acknowledged(&modern.message().unwrap(), &json!(1));
    for revision in &HANDSHAKES[1..] {
        let session = Session::open(&served, revision, json!({}));
        // Before it listens nothing is kept for it (L-NTF-2).
        notifier.tools_changed();
        let subscribe = plain(json!(1), "resources/subscribe", json!({"uri": "a://b"}));
        assert_eq!(session.answer(&subscribe)["result"], json!({}));
        let mut events = Events::of(&session.get());
        tell(&notifier);
        let mut uris = Vec::new();
        for kind in ["tools/list_changed", "prompts/list_changed", "resources/list_changed"]
            .into_iter()
            .chain(["resources/updated"; 2])
        {
            let message = events.asked(revision);
            assert_eq!(message["method"], format!("notifications/{kind}"));
            uris.push(message["params"]["uri"].clone());
        }
        assert_eq!(uris[3..], ["a://b", "a://b/c"]);
        let unsubscribe = plain(json!(2), "resources/unsubscribe", json!({"uri": "a://b"}));
        assert_eq!(session.answer(&unsubscribe)["result"], json!({}));
        tell(&notifier);
        notifier.prompts_changed();
        for kind in ["tools", "prompts", "resources", "prompts"] {
            let message = events.asked(revision);
            assert_eq!(message["method"], format!("notifications/{kind}/list_changed"));
        }
        let without = plain(json!(3), "resources/subscribe", json!({}));
        assert_eq!(session.answer(&without)["error"]["code"], -32602);
    }
    let heard: Vec<Value> = (0..3).map(|_| modern.message().unwrap()["method"].clone()).collect();
    assert_eq!(heard[0], "notifications/tools/list_changed");
}

/// L-NTF-1 on stdio: a session hears of changes once it is initialized, and subscribes as any other.
#[test]
fn a_session_on_stdio_hears_of_changes() {
    for revision in HANDSHAKES {
        let notifier = Notifier::new();
        let mut piped = Piped::start(server(&notifier));
        notifier.tools_changed();
        piped.open(revision, json!({}));
        let subscribe = plain(json!(1), "resources/subscribe", json!({"uri": "a://b"}));
        assert_eq!(piped.answer(&subscribe)["result"], json!({}));
        tell(&notifier);
        for kind in ["tools", "prompts", "resources"] {
            let message = piped.asked(revision);
            assert_eq!(message["method"], format!("notifications/{kind}/list_changed"));
        }
        for uri in ["a://b", "a://b/c"] {
            assert_eq!(piped.asked(revision)["params"]["uri"], uri);
        }
        assert!(piped.close().is_empty());
    }
}

/// M-SUB-6, M-LOG-3: a subscription hears changes alone, whatever it asks for beside them.
#[test]
fn a_subscription_hears_no_progress_and_no_logs() {
    let notifier = Notifier::new();
    let mut message = listen(json!("l"), everything());
    message["params"]["_meta"]["progressToken"] = json!("p");
    message["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = json!("debug");
    let call = |what: &str| {
        let call = Call::new("change").id(json!(7)).arguments(json!({"what": what}));
        call.progress(json!("p")).logs("debug").json()
    };
    let served = Served::start(server(&notifier));
    let mut events = Events::of(&served.post(&message));
    let _ = acknowledged(&events.message().unwrap(), &json!("l"));
    let said = served.post(&call("tools")).send().events();
    assert_eq!(said.len(), 3, "a log message, progress, and the answer: {said:?}");
    check_notification("notifications/tools/list_changed", &events.message().unwrap());
    let _ = served.post(&call("prompts")).send();
    check_notification("notifications/prompts/list_changed", &events.message().unwrap());

    let mut piped = Piped::start(server(&notifier));
    let _ = acknowledged(&piped.answer(&message), &json!("l"));
    piped.send(&call("tools"));
    let said: Vec<Value> = (0..4).map(|_| piped.receive()).collect();
    let of_subscription = |message: &&Value| !message["params"]["_meta"][SUBSCRIPTION].is_null();
    let tagged: Vec<&Value> = said.iter().filter(of_subscription).collect();
    assert_eq!(tagged.len(), 1, "{said:?}");
    check_notification("notifications/tools/list_changed", tagged[0]);
}

/// L-HTTP-8: what belongs to a call goes to its stream, and what belongs to none to that of the GET; each
/// once.
#[test]
fn a_message_goes_to_one_stream() {
    let notifier = Notifier::new();
    let served = Served::start(server(&notifier).heartbeat(Duration::from_secs(60)));
    let revision = "2025-11-25";
    let session = Session::open(&served, revision, forms(revision));
    let mut general = Events::of(&session.get());
    let mut of_call = Events::of(&session.post(&plain_call(1, "ask_first", json!({}))));
    let question = of_call.asked(revision);
    assert_eq!(question["method"], "elicitation/create");
    notifier.tools_changed();
    assert_eq!(general.asked(revision)["method"], "notifications/tools/list_changed");
    session.respond(&question, accept(json!({"confirm": true})));
    assert_eq!(of_call.result(revision)["content"][0]["text"], "true");
    notifier.prompts_changed();
    // The next thing there is the next change: neither the question nor the result came here too.
    assert_eq!(general.asked(revision)["method"], "notifications/prompts/list_changed");
}

/// A set of tools tells of its changes by itself, also without a notifier.
#[test]
fn a_set_of_tools_tells_of_its_changes() {
    let tools = ToolSet::new();
    let served = Served::start(Server::new("s", "1").tool_set(&tools));
    let mut events = Events::of(&served.post(&listen(json!(1), everything())));
    let honoured = acknowledged(&events.message().unwrap(), &json!(1));
    assert_eq!(honoured, json!({"toolsListChanged": true}));
    let tool = ToolBuilder::new("act").handler(|_, (): ()| Box::pin(async { "Done." }));
    tools.insert(tool).unwrap();
    assert!(tools.remove("act") && !tools.remove("act"));
    for _ in 0..2 {
        check_notification("notifications/tools/list_changed", &events.message().unwrap());
    }
    tools.remove("nothing");
    drop(served);
    check("subscriptions/listen", &events.message().unwrap());
}

/// The modern era has no subscriptions of the old kind, and a change is told from inside a handler.
#[test]
fn a_handler_tells_of_changes() {
    let served = Served::start(server(&Notifier::new()));
    for method in ["resources/subscribe", "resources/unsubscribe", "logging/setLevel", "ping"] {
        let reply = served.post(&request(method, json!({"uri": "a://b", "level": "info"}))).send();
        assert_eq!((reply.status, reply.code()), (404, -32601), "{method}");
    }
    let mut events = Events::of(&served.post(&listen(json!(1), everything())));
    let _ = acknowledged(&events.message().unwrap(), &json!(1));
    let _ = served.call(&Call::new("change").arguments(json!({"what": "a://b"})));
    let message = events.message().unwrap();
    assert_eq!(check_notification("notifications/resources/updated", &message)["uri"], "a://b");
}

/// M-SUB-3: what is not there, or is too much, is left out; a session is told.
#[test]
fn what_cannot_be_watched_is_left_out() {
    let notifier = Notifier::new();
    let served = Served::start(server(&notifier));
    let long = format!("big://{}", "x".repeat(70_000));
    let wanted = json!({"resourceSubscriptions": ["a://b", "a://", "a:", "a://c", long]});
    let mut events = Events::of(&served.post(&listen(json!(1), wanted)));
    let honoured = acknowledged(&events.message().unwrap(), &json!(1));
    assert_eq!(honoured, json!({"resourceSubscriptions": ["a://b"]}));

    let session = Session::open(&served, "2025-11-25", json!({}));
    for uri in ["a://", "a://c"] {
        let answer = session.answer(&plain(json!(1), "resources/subscribe", json!({"uri": uri})));
        assert_eq!(answer["error"]["code"], -32002, "{uri}");
    }
}

/// Whose resource it is decides who hears of it, on both eras.
#[test]
fn nobody_hears_of_what_is_not_his() {
    /// A note.
    #[resource_template("notes://{user}/{id}")]
    async fn note(user: String, id: String) -> String {
        format!("{user} {id}")
    }
    let notifier = Notifier::new();
    let server = Server::new("s", "1").notifier(&notifier).resource_template(note).may_subscribe(
        |who, uri| {
            assert!(who.is_none(), "nobody is known here");
            uri.starts_with("notes://public/")
        },
    );
    let served = Served::start(server);
    let uris = json!(["notes://alice/1", "notes://public/1"]);
    let wanted = json!({"resourceSubscriptions": uris});
    let mut events = Events::of(&served.post(&listen(json!(1), wanted)));
    let honoured = acknowledged(&events.message().unwrap(), &json!(1));
    assert_eq!(honoured, json!({"resourceSubscriptions": ["notes://public/1"]}));
    let session = Session::open(&served, "2025-11-25", json!({}));
    let mut general = Events::of(&session.get());
    for (uri, refused) in [("notes://alice/1", true), ("notes://public/1", false)] {
        let answer = session.answer(&plain(json!(1), "resources/subscribe", json!({"uri": uri})));
        assert_eq!(answer.get("error").is_some(), refused, "{uri}");
    }
    for uri in ["notes://alice/1", "notes://alice/merger", "notes://public/1"] {
        notifier.resource_updated(uri);
    }
    let message = events.message().unwrap();
    assert_eq!(message["params"]["uri"], "notes://public/1");
    assert_eq!(general.asked("2025-11-25")["params"]["uri"], "notes://public/1");
}

/// L-FEAT-1, L-INIT-9: nobody is told of what the server does not have, and where nothing can be told
/// nothing is claimed.
#[test]
fn nothing_is_told_that_was_not_claimed() {
    let notifier = Notifier::new();
    let mut piped = Piped::start(Server::new("s", "1").notifier(&notifier).resource(b));
    piped.open("2025-11-25", json!({}));
    // What is answered behind it shows that the handshake is over.
    let _ = piped.answer(&plain(json!(1), "ping", json!({})));
    notifier.prompts_changed();
    notifier.tools_changed();
    notifier.resources_changed();
    let message = piped.asked("2025-11-25");
    assert_eq!(message["method"], "notifications/resources/list_changed");

    let options = HttpOptions::new().without_sessions();
    let served = Served::start(server(&notifier).http_options(options));
    let initialize = askback_tests::handshake::initialize("2025-11-25", json!({}));
    let opened = askback_tests::handshake::post(&served, &initialize).send().json();
    let capabilities = &opened["result"]["capabilities"];
    assert_eq!((&capabilities["resources"], &capabilities["tools"]), (&json!({}), &json!({})));
    let subscribe = plain(json!(1), "resources/subscribe", json!({"uri": "a://b"}));
    let answer = askback_tests::handshake::post(&served, &subscribe)
        .header("MCP-Protocol-Version", "2025-11-25")
        .send()
        .json();
    assert_eq!(answer["error"]["code"], -32601);
}

/// A set that several servers share tells each of their clients once.
#[test]
fn a_shared_set_tells_once() {
    let (tools, notifier) = (ToolSet::new(), Notifier::new());
    let server = || Server::new("s", "1").notifier(&notifier).tool_set(&tools);
    let served = [(); 3].map(|()| Served::start(server()));
    let mut events = Events::of(&served[0].post(&listen(json!(1), everything())));
    let _ = acknowledged(&events.message().unwrap(), &json!(1));
    let tool = ToolBuilder::new("act").handler(|_, (): ()| Box::pin(async { "Done." }));
    tools.insert(tool).unwrap();
    notifier.prompts_changed();
    check_notification("notifications/tools/list_changed", &events.message().unwrap());
    // The server has no prompts: the next thing is the next change of tools.
    tools.remove("act");
    check_notification("notifications/tools/list_changed", &events.message().unwrap());
    drop(served);
    check("subscriptions/listen", &events.message().unwrap());
}

/// A line that breaks gives its subscriptions back.
#[test]
fn a_broken_line_ends_its_subscriptions() {
    struct Broken(Vec<u8>);
    impl std::io::Read for Broken {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Err(std::io::ErrorKind::ConnectionReset.into());
            }
            let size = self.0.len().min(into.len());
            into[..size].copy_from_slice(&self.0[..size]);
            self.0.drain(..size);
            Ok(size)
        }
    }
    let app = server(&Notifier::new()).open_subscriptions(1).build().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let line = format!("{}\n", listen(json!(1), json!({})));
    for _ in 0..3 {
        let (output, written) = std::io::pipe().unwrap();
        let serving = app.clone().serve_stdio_on(Broken(line.clone().into_bytes()), written);
        assert!(runtime.block_on(serving).is_err());
        let first = std::io::BufRead::lines(std::io::BufReader::new(output)).next();
        let first: Value = serde_json::from_str(&first.unwrap().unwrap()).unwrap();
        let _ = acknowledged(&first, &json!(1));
        let until = Instant::now() + Duration::from_secs(5);
        // Its task ends a moment later.
        while Instant::now() < until && app_is_busy(&app, &runtime) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Whether one more subscription is refused.
fn app_is_busy(app: &askback::App, runtime: &tokio::runtime::Runtime) -> bool {
    let line = format!("{}\n", listen(json!(1), json!({})));
    let (output, written) = std::io::pipe().unwrap();
    let input = std::io::Cursor::new(line.into_bytes());
    runtime.block_on(app.clone().serve_stdio_on(input, written)).unwrap();
    let first = std::io::BufRead::lines(std::io::BufReader::new(output)).next();
    first.unwrap().unwrap().contains("busy")
}

/// Who opens a stream and does not read it costs what fits into it, and loses nothing else.
#[test]
fn a_stream_that_nobody_reads_is_bounded() {
    let notifier = Notifier::new();
    let served = Served::start(server(&notifier));
    let uri = format!("a://b/{}", "x".repeat(2000));
    for revision in &HANDSHAKES[1..] {
        let session = Session::open(&served, revision, forms(revision));
        let subscribe = plain(json!(1), "resources/subscribe", json!({"uri": "a://b"}));
        assert_eq!(session.answer(&subscribe)["result"], json!({}));
        let mut general = Events::of(&session.get());
        (0..20_000).for_each(|_| notifier.resource_updated(&uri));
        // The session is served as ever, also where it has a stream of its own.
        let call = Call::new("change").arguments(json!({"what": "tools"})).params;
        let call = plain(
            json!(2),
            "tools/call",
            json!({"name": call["name"], "arguments": call["arguments"]}),
        );
        for _ in 0..20 {
            let mut events = Events::of(&session.post(&call));
            assert_eq!(events.asked(revision)["method"], "notifications/message");
            assert_eq!(events.result(revision)["content"][0]["text"], "Said.");
        }
        assert_eq!(session.delete().status, 204);
        let mut heard = 0;
        while general.message().is_some() {
            heard += 1;
        }
        assert!((1..20_000).contains(&heard), "{revision}: {heard}");
    }
}
