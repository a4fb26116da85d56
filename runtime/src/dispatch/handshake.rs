//! The handshake revisions: `initialize`, and the requests of a session (`legacy.md` parts 2 and 8).
//!
//! It does not know how a session is found, nor which stream a call answers on.

use std::{
    pin::pin,
    sync::{Arc, Weak},
};

use super::{
    Dispatcher, Method, Session, Via,
    complete::COMPLETE,
    watched::{Watched, Watcher},
};
use crate::{
    era::{Handshake, Peer, Revision},
    guarded::{Panicked, guarded_polls},
    handler::Audience,
    wire::{
        Capabilities, Frame, Id, LogLevel, Member, Params, Rpc, RpcError, Text, handshake_meta,
    },
};

impl Dispatcher {
    /// Opens a session, and answers the `initialize` that asks for it.
    ///
    /// # Errors
    ///
    /// -32602 for params of the wrong type.
    pub(crate) fn initialize(
        &self,
        frame: &Frame,
        id: Id<'_>,
        is_reachable: bool,
    ) -> Result<(Arc<Session>, Vec<u8>), RpcError> {
        let params = Params::of(frame)?;
        let requested = params.string(Member::ProtocolVersion)?.ok_or_else(|| {
            let message = "`initialize` names the `protocolVersion` that the client speaks";
            RpcError::new(Rpc::MalformedParams, message)
        })?;
        let declared = params.object(Member::Capabilities)?.unwrap_or("{}");
        let declared = Capabilities::read(declared).map_err(|name| {
            let message = format!("`{name}` in `capabilities` must be an object");
            RpcError::new(Rpc::MalformedParams, message)
        })?;
        let revision = Revision::negotiated(&requested);
        let peer = Peer::handshake(revision, declared, is_reachable);
        let session = Arc::new(Session::new(peer, self.offers));
        self.notifier.admit(Arc::downgrade(&session) as Weak<dyn Audience>);
        Ok((session, self.handshake.initialize(id, revision, is_reachable)))
    }

    /// Answers a request of a session.
    pub(crate) async fn serve(&self, frame: &Frame, session: &Session, via: Via<'_>) -> Vec<u8> {
        let Some(id) = frame.id() else { return Vec::new() };
        let request = pin!(self.session_request(frame, id, session, via));
        let answered = guarded_polls(request).await;
        let answer = answered.unwrap_or_else(|Panicked| Err(super::panicked(frame.method())));
        answer.unwrap_or_else(|error| error.of_handshake().write(Some(id)))
    }

    async fn session_request(
        &self,
        frame: &Frame,
        id: Id<'_>,
        session: &Session,
        via: Via<'_>,
    ) -> Result<Vec<u8>, RpcError> {
        let params = Params::of(frame)?;
        let progress_token = handshake_meta(params)?;
        let revision = session.peer.revision;
        if let Some(method) = Method::named(frame.method()).filter(|method| self.serves(*method)) {
            let done = self.call_kept(method, params, progress_token, session, via).await?;
            return Ok(Handshake::done(id, &done, revision));
        }
        match frame.method() {
            "ping" => Ok(Handshake::empty(id)),
            "logging/setLevel" => {
                session.wants_log(LogLevel::required(params, Member::Level)?);
                Ok(Handshake::empty(id))
            }
            "resources/subscribe" if self.offers.resources_change() && session.hears() => {
                self.subscribe(&subscribed(params)?, session, via)?;
                Ok(Handshake::empty(id))
            }
            "resources/unsubscribe" if self.offers.resources_change() && session.hears() => {
                let uri = subscribed(params)?;
                session.watched().iter_mut().for_each(|watched| watched.remove(&uri));
                Ok(Handshake::empty(id))
            }
            COMPLETE if self.offers.completions => {
                // Boxed, so that every other call is smaller.
                let done = Box::pin(self.complete(params, session.peer, via)).await?;
                Ok(Handshake::done(id, &done, revision))
            }
            // `legacy.md L-INIT-7`.
            "initialize" => {
                Err(RpcError::new(Rpc::InvalidRequest, "the session is initialized already"))
            }
            method => {
                let listed = self.list(revision, method, params)?;
                let page = listed.page();
                let next = page.next.map(|next| self.cursor(method, next)).transpose()?;
                Ok(Handshake::list(id, listed.member, page.entries, next.as_deref()))
            }
        }
    }
}

impl Dispatcher {
    /// Lets a session hear of changes of a resource (`legacy.md L-SUBS-1`).
    fn subscribe(&self, uri: &str, session: &Session, via: Via<'_>) -> Result<(), RpcError> {
        let watcher = Watcher::new(via.principal, self.may_watch.as_ref());
        if !self.can_watch(&watcher, uri) {
            return Err(RpcError::unknown_resource(uri));
        }
        let mut watched = session.watched();
        if watched.get_or_insert_with(|| Box::new(Watched::by(watcher))).insert(uri) {
            return Ok(());
        }
        Err(RpcError::new(Rpc::Internal, "busy: too many resources are subscribed to"))
    }
}

/// The URI of a subscription.
fn subscribed(params: Params<'_>) -> Result<Text<'_>, RpcError> {
    params.string(Member::Uri)?.ok_or_else(|| {
        RpcError::new(Rpc::MalformedParams, "`params` must have a `uri`: the resource to watch")
    })
}
