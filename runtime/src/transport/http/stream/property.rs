//! Whatever is said, read, broken off and taken up: a question that is out is there, once, and the store
//! is bounded.

use std::{
    collections::BTreeMap,
    sync::Arc,
    task::{Context, Poll, Waker},
    time::Duration,
};

use proptest::prelude::*;

use super::{EventBody, EventStream, backlog::Kind};
use crate::{ask::Outlet as _, transport::http::store::Store};

const STREAMS: usize = 4;
const LIMIT: usize = 80 * 1024;
const LARGEST: usize = 50 * 1024;

#[derive(Clone, Copy, Debug)]
enum Action {
    Tell(usize, usize),
    Ask(usize, usize),
    /// The question that has been out longest, or a later one.
    Answer(usize),
    Withdraw(usize),
    /// A call is over, and another takes its place.
    Finish(usize, usize),
    /// A reader takes so many events.
    Read(usize, usize),
    HangUp(usize),
    /// Somebody comes back for everything there was, or from an event on.
    Resume(usize, bool),
    Get,
    ReadGet,
    LeaveGet,
}

fn action() -> impl Strategy<Value = Action> {
    let (stream, size) = (0..STREAMS, prop_oneof![1..2000_usize, 1..LARGEST]);
    prop_oneof![
        4 => (stream.clone(), size.clone()).prop_map(|(stream, size)| Action::Tell(stream, size)),
        4 => (stream.clone(), size.clone()).prop_map(|(stream, size)| Action::Ask(stream, size)),
        2 => (0..9_usize).prop_map(Action::Answer),
        1 => (0..9_usize).prop_map(Action::Withdraw),
        1 => (stream.clone(), size).prop_map(|(stream, size)| Action::Finish(stream, size)),
        3 => (stream.clone(), 0..9_usize).prop_map(|(stream, most)| Action::Read(stream, most)),
        2 => stream.clone().prop_map(Action::HangUp),
        3 => (stream, any::<bool>()).prop_map(|(stream, all)| Action::Resume(stream, all)),
        1 => Just(Action::Get),
        2 => Just(Action::ReadGet),
        1 => Just(Action::LeaveGet),
    ]
}

/// A session and what is expected of it. Without a runtime a stream is lost with its reader.
struct Model {
    store: Arc<Store>,
    general: Arc<EventStream>,
    get: Option<EventBody>,
    streams: Vec<(Arc<EventStream>, Option<EventBody>)>,
    /// The questions that are out, and the streams of their calls.
    out: BTreeMap<u64, u32>,
    last: u64,
}

impl Model {
    fn new(is_resumable: bool) -> Self {
        let (store, general) = Store::new("tag", is_resumable, LIMIT).open();
        let mut model =
            Self { store, general, get: None, streams: Vec::new(), out: BTreeMap::new(), last: 0 };
        model.streams = (0..STREAMS).map(|_| model.call()).collect();
        model
    }

    fn call(&self) -> (Arc<EventStream>, Option<EventBody>) {
        let stream = self.store.stream(false);
        stream.begin();
        let reader = stream.read_from(None, Duration::MAX);
        self.store.keep(&stream);
        (stream, reader)
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Tell(stream, size) => drop(self.streams[stream].0.notify(vec![b'n'; size])),
            Action::Ask(stream, size) => {
                let stream = &self.streams[stream].0;
                self.last += 1;
                if stream.ask(self.last, "key", vec![b'q'; size]).is_ok() {
                    self.out.insert(self.last, stream.number());
                }
            }
            Action::Answer(nth) => self.settle(nth, |stream, id| stream.answered(id)),
            Action::Withdraw(nth) => self.settle(nth, |stream, id| stream.withdraw(id, vec![b'c'])),
            Action::Finish(at, size) => {
                let number = self.streams[at].0.number();
                while let Some(nth) = self.out.values().position(|stream| *stream == number) {
                    self.settle(nth, |stream, id| stream.withdraw(id, vec![b'c']));
                }
                self.streams[at].0.finish(vec![b'a'; size]);
                self.streams[at] = self.call();
            }
            Action::Read(stream, most) => {
                let (stream, reader) = &mut self.streams[stream];
                reader.iter_mut().for_each(|reader| drop(read(stream, reader, most)));
            }
            Action::HangUp(stream) => self.streams[stream].1 = None,
            Action::Resume(at, all) => self.resume(at, all),
            Action::Get => {
                self.general.begin();
                self.get = self.general.read_from(None, Duration::MAX);
                self.store.keep(&self.general);
                self.store.offer();
            }
            Action::ReadGet => {
                let general = &self.general;
                self.get.iter_mut().for_each(|reader| drop(read(general, reader, usize::MAX)));
            }
            Action::LeaveGet => self.get = None,
        }
    }

    fn settle(&mut self, nth: usize, settle: impl Fn(&EventStream, u64)) {
        let Some((&id, &number)) = self.out.iter().nth(nth) else { return };
        self.out.remove(&id);
        let stream = self.streams.iter().find(|(stream, _)| stream.number() == number);
        settle(&stream.unwrap().0, id);
    }

    /// Who takes a stream up from its beginning is told every question of it that is out, in order.
    fn resume(&mut self, at: usize, all: bool) {
        if !self.store.is_resumable() {
            return;
        }
        let stream = Arc::clone(&self.streams[at].0);
        let next = if all { 0 } else { stream.lock().backlog.next() };
        let mut reader = stream.read_from(Some(next), Duration::MAX).unwrap();
        if all {
            let open: Vec<u64> = questions(&stream).into_iter().map(|(id, _)| id).collect();
            let mut sorted = open.clone();
            sorted.sort_unstable();
            let own = self.out.iter().filter(|(_, owner)| **owner == stream.number());
            assert_eq!(sorted, own.map(|(id, _)| *id).collect::<Vec<_>>());
            let events = read(&stream, &mut reader, usize::MAX);
            let asked = events.iter().filter(|event| event.ends_with(b"q\n\n")).count();
            assert!(asked >= open.len(), "{asked} of {open:?}");
        }
        self.streams[at].1 = Some(reader);
    }

    fn check(&self) {
        let all = || self.streams.iter().map(|(stream, _)| stream).chain([&self.general]);
        let mut there: Vec<_> = all().flat_map(|stream| questions(stream)).collect();
        there.sort_unstable();
        assert_eq!(there, self.out.clone().into_iter().collect::<Vec<_>>());
        for stream in all() {
            let state = stream.lock();
            let mut next = 0;
            while let Some(event) = state.backlog.from(next) {
                assert!(event.number >= next && event.number < state.backlog.next());
                next = event.number + 1;
            }
        }
        let pending: usize = self.store.pending_answers();
        let bytes = self.store.bytes() - pending;
        assert!(bytes <= self.store.most() + LARGEST, "{bytes} bytes");
        if self.get.is_none() && self.streams.iter().all(|(_, reader)| reader.is_none()) {
            assert!(bytes <= self.store.most(), "{bytes} bytes for nobody");
        }
    }
}

/// The questions of a stream that are out, and the streams of their calls.
fn questions(stream: &EventStream) -> Vec<(u64, u32)> {
    let state = stream.lock();
    let (mut next, mut questions) = (0, Vec::new());
    while let Some(event) = state.backlog.from(next) {
        next = event.number + 1;
        if let Kind::Question { id, stream } = event.kind {
            questions.push((id, stream));
        }
    }
    questions
}

/// Takes events, but never waits for one: that would need a clock.
fn read(stream: &EventStream, reader: &mut EventBody, most: usize) -> Vec<bytes::Bytes> {
    let mut events = Vec::new();
    while events.len() < most && stream.lock().backlog.from(reader.next).is_some() {
        match reader.poll_event(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Some(event)) => events.push(event),
            _ => break,
        }
    }
    events
}

proptest! {
    // Failures print their input; nothing is written to the tree.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// F5 and F12: L-RES-1, L-SRQ-2.
    #[test]
    fn f05_a_question_that_is_out_is_kept_once_and_within_bounds(
        is_resumable in any::<bool>(),
        actions in proptest::collection::vec(action(), 1..80),
    ) {
        let mut model = Model::new(is_resumable);
        for action in actions {
            model.act(action);
            model.check();
        }
        // Room that was taken is given back.
        while !model.out.is_empty() {
            model.settle(0, |stream, id| stream.answered(id));
        }
        model.check();
        prop_assert!(model.store.reserve(&vec![b'q'; LIMIT - super::FRAMING]).is_ok());
    }
}

/// A question with line breaks goes out without them, and the room that it took is given back whole.
#[test]
fn room_for_a_question_is_given_back_also_where_it_had_line_breaks() {
    let (store, _) = Store::new("t", true, LIMIT).open();
    let stream = store.stream(false);
    store.keep(&stream);
    for id in 0..100 {
        stream.ask(id, "key", b"{\n\n\n\n\"a\":\r\n 1}".to_vec()).unwrap();
        stream.answered(id);
    }
    assert!(store.reserve(&vec![b'q'; store.most() - super::FRAMING]).is_ok());
}
