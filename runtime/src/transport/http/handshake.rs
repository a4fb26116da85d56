//! Handshake traffic over HTTP (`legacy.md` part 4): sessions by header, answers as JSON or as a
//! stream of events, GET for what was missed, DELETE for the end.
//!
//! It maps HTTP onto connections and streams; what a message asks for is the dispatcher's business.

use std::{future::poll_fn, sync::Arc};

use bytes::Bytes;
use http::{Response, request::Parts};
use tokio::runtime::Handle;

use super::{
    HttpBody,
    headers::{self, LAST_EVENT_ID, SESSION_ID},
    refused::{Refused, message},
    service::HttpService,
    sessions::HttpSession,
    store::{EventId, Store},
    stream::{Begun, EventStream},
};
use crate::{
    ask::Outlet,
    dispatch::{Connection, Received, Session, Via},
    era::{Peer, Revision, unopened},
    seal::Principal,
    wire::{Capabilities, Frame},
};

/// How many calls of a session may run at a time.
const CONCURRENCY: usize = 64;

/// To a principal whose sessions somebody else could use (`legacy.md L-SESS-3`).
const NAMELESS: &str =
    "a session belongs to a user, and these credentials name none: sign in as one";

impl HttpService {
    /// A POST that belongs to a session, or asks for one.
    pub(super) async fn handshake(
        &self,
        parts: &Parts,
        frame: Option<&Frame>,
        body: Bytes,
    ) -> Result<Response<HttpBody>, Refused> {
        named_revision(parts)?;
        if let Some(frame) = frame.filter(|frame| frame.method() == "initialize") {
            return self.initialize(parts, frame);
        }
        if self.sessions().is_none() {
            return self.without_session(parts, frame).await;
        }
        let ping = frame.is_some_and(|frame| frame.method() == "ping");
        if ping && !parts.headers.contains_key(SESSION_ID) {
            return self.without_session(parts, frame).await;
        }
        let session = self.session(parts)?;
        let stream = session.store.stream(self.is_mute(parts));
        let outlet = Arc::clone(&stream) as Arc<dyn Outlet>;
        match session.connection.receive(body, parts.extensions.get(), &outlet) {
            Received::Accepted => Ok(message(202, Vec::new())),
            // It may have said something before.
            Received::Answer(answer) => {
                stream.finish(answer);
                self.begun(&session, &stream).await
            }
            Received::Refused(answer) => Ok(message(400, answer)),
            Received::Later => self.begun(&session, &stream).await,
        }
    }

    /// The answer of a call, or the stream that it has begun.
    async fn begun(
        &self,
        session: &HttpSession,
        stream: &Arc<EventStream>,
    ) -> Result<Response<HttpBody>, Refused> {
        let client = Client { session, stream, waits: true };
        match poll_fn(|cx| stream.poll_begun(cx)).await {
            Begun::Answer(answer) => Ok(message(200, answer)),
            Begun::Events => {
                // Kept once it has its reader, so that nothing of it is let go before.
                let response = self.events(stream, None)?;
                client.reads();
                session.store.keep(stream);
                Ok(response)
            }
        }
    }

    /// `legacy.md L-SESS-1`; an id that is sent with it is ignored, so nobody can choose one.
    fn initialize(&self, parts: &Parts, frame: &Frame) -> Result<Response<HttpBody>, Refused> {
        let Some(id) = frame.id() else { return Ok(message(202, Vec::new())) };
        let sessions = self.sessions();
        if sessions.is_some_and(|sessions| !sessions.has_room()) {
            return Err(Refused::full());
        }
        let dispatcher = self.dispatcher();
        let owner = dispatcher.sealer.owner(parts.extensions.get());
        if owner.is_none() && sessions.is_some() {
            return Err(Refused::new(403, NAMELESS));
        }
        let opened = dispatcher.initialize(frame, id, sessions.is_some());
        let (session, answer) = match opened {
            Ok(opened) => opened,
            Err(error) => return Ok(message(200, error.write(Some(id)))),
        };
        let mut response = message(200, answer);
        let (Some(sessions), Some(owner)) = (sessions, owner) else { return Ok(response) };
        let [name, tag] = self.names()?;
        let is_resumable = session.peer.revision.has_polling();
        let store = Store::new(tag, is_resumable, sessions.store_limit());
        let connection = Connection::new(Arc::clone(dispatcher), Handle::current(), CONCURRENCY)
            .of_session(session);
        if !sessions.open(&name, HttpSession::new(connection, store, owner)) {
            return Err(Refused::full());
        }
        headers::name_session(response.headers_mut(), &name);
        Ok(response)
    }

    /// The id of a session, of 128 random bits, and the tag of its events.
    fn names(&self) -> Result<[String; 2], Refused> {
        let mut random = [0; 20];
        (self.dispatcher().ambient.random)(&mut random).map_err(|error| {
            tracing::error!(%error, "no randomness for a session");
            Refused::new(500, "no session could be opened")
        })?;
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let (name, tag) = random.split_at(16);
        Ok([hex(name), hex(tag)])
    }

    /// A request outside of a session: only `ping` where there are sessions, anything that asks
    /// nothing where there are none (`modern.md A-4`).
    async fn without_session(
        &self,
        parts: &Parts,
        frame: Option<&Frame>,
    ) -> Result<Response<HttpBody>, Refused> {
        let revision = named_revision(parts)?.unwrap_or(Revision::UNNAMED);
        let Some(frame) = frame else {
            return Err(Refused::new(400, "a batch needs a session"));
        };
        if frame.response().is_some() {
            return Err(Refused::new(400, "a response needs a session: nothing was asked here"));
        }
        if frame.id().is_none() {
            return Ok(message(202, Vec::new()));
        }
        let peer = Peer::handshake(revision, Capabilities::default(), false);
        let session = Session::new(peer, self.dispatcher().offers);
        let via = Via { principal: parts.extensions.get(), ..Via::default() };
        Ok(message(200, self.dispatcher().serve(frame, &session, via).await))
    }

    /// A GET: the stream of what is said outside of calls, or the rest of a stream that broke.
    pub(super) fn resume(&self, parts: &Parts) -> Result<Response<HttpBody>, Refused> {
        if named_revision(parts)?.is_some_and(|revision| !revision.is_handshake()) {
            return Err(Refused::post_only());
        }
        if !headers::accepts_events(&parts.headers) {
            return Err(Refused::new(406, "`Accept` must list `text/event-stream`"));
        }
        let session = self.session(parts)?;
        let last = parts.headers.get(LAST_EVENT_ID).filter(|_| session.store.is_resumable());
        let Some(last) = last else {
            if session.general.has_reader() {
                return Err(Refused::new(409, "the session has a stream for GET already"));
            }
            session.general.begin();
            let response = self.events(&session.general, None)?;
            session.store.keep(&session.general);
            session.store.offer();
            return Ok(response);
        };
        let gone = || Refused::new(400, "`Last-Event-ID` names no event that is kept");
        match session.store.read_id(last.to_str().unwrap_or_default()) {
            EventId::Ours { stream, event } => {
                let stream = session.store.kept(stream).ok_or_else(gone)?;
                let next = event.saturating_add(1);
                if stream.has_ended_at(next) {
                    // With an empty stream clients come back for more, again and again.
                    return Err(Refused::new(
                        405,
                        "the stream has ended, and nothing of it is left",
                    ));
                }
                let response = self.events(&stream, Some(next))?;
                if Arc::ptr_eq(&stream, &session.general) {
                    session.store.offer();
                }
                Ok(response)
            }
            EventId::Foreign => Err(Refused::new(404, "`Last-Event-ID` is of another session")),
            EventId::Unreadable => Err(gone()),
        }
    }

    /// A DELETE (`legacy.md L-SESS-5`).
    pub(super) fn end_session(&self, parts: &Parts) -> Result<Response<HttpBody>, Refused> {
        if named_revision(parts)?.is_some_and(|revision| !revision.is_handshake()) {
            return Err(Refused::post_only());
        }
        self.session(parts)?;
        if let (Some(sessions), Some(id)) = (self.sessions(), session_id(parts)) {
            sessions.close(id);
        }
        Ok(message(204, Vec::new()))
    }

    fn events(
        &self,
        stream: &Arc<EventStream>,
        next: Option<u64>,
    ) -> Result<Response<HttpBody>, Refused> {
        let body = stream
            .read_from(next, self.keep_alive())
            .ok_or_else(|| Refused::new(400, "`Last-Event-ID` names no event that there was"))?;
        let mut response = Response::new(HttpBody::events(body));
        headers::mark_events(response.headers_mut());
        Ok(response)
    }

    /// `legacy.md L-SESS-2`, L-SESS-4: 400 without an id, 404 for one that is unknown, ended, or
    /// somebody else's.
    fn session(&self, parts: &Parts) -> Result<Arc<HttpSession>, Refused> {
        let Some(sessions) = self.sessions() else { return Err(Refused::post_only()) };
        let id = session_id(parts).ok_or_else(|| Refused::of(400, unopened()))?;
        let who = parts.extensions.get::<Principal>();
        let owner = self.dispatcher().sealer.owner(who);
        let session = sessions.find(id, owner.as_ref()).ok_or_else(|| {
            Refused::new(404, "the session is unknown or has ended: send `initialize` again")
        })?;
        session.connection.session().inspect(|session| session.is_used_by(who));
        Ok(session)
    }

    fn is_mute(&self, parts: &Parts) -> bool {
        self.is_json_only() || !headers::accepts_events(&parts.headers)
    }
}

/// The client of a call that has said nothing yet.
struct Client<'a> {
    session: &'a HttpSession,
    stream: &'a Arc<EventStream>,
    waits: bool,
}

impl Client<'_> {
    /// It reads the stream from here on.
    fn reads(mut self) {
        self.waits = false;
    }
}

impl Drop for Client<'_> {
    fn drop(&mut self) {
        if self.waits {
            self.session.store.keep_lost(self.stream);
        }
    }
}

fn session_id(parts: &Parts) -> Option<&str> {
    parts.headers.get(SESSION_ID).and_then(|id| id.to_str().ok())
}

/// The revision in `MCP-Protocol-Version`, which must be one that is served
/// (`legacy.md L-VER-1`).
fn named_revision(parts: &Parts) -> Result<Option<Revision>, Refused> {
    let Some(value) = parts.headers.get(headers::PROTOCOL_VERSION) else { return Ok(None) };
    let named = value.to_str().ok().and_then(|name| Revision::named(name.trim()));
    named.map(Some).ok_or_else(|| {
        let served = Revision::HANDSHAKE.map(Revision::name).join(", ");
        let latest = Revision::LATEST;
        Refused::new(400, format!("`MCP-Protocol-Version` is one of {latest}, {served}"))
    })
}
