"""The log as the order of all edits, against what people were told, when several of them edit the same rows.

`history` knows edits on rows of their own only. Here each edit has a note of its own (or is the only
one of its author on its row), so that it is found in the log again, whatever others do to its rows.

The rules:

- lost: an edit or an undo was acknowledged and is not in the log, also if the same was done again later
- doubled: an edit, or the undo of one, is in the log more often than people asked for it
- untrue: what was refused is in the log, or what nobody did, or an undo of something else than the
  author's last edit
- swapped: an edit that began after another one was acknowledged comes before it
- differs: the rows are not what the log leads to
- stale: a reading does not have what was acknowledged before it began
- back: a reading of a session is older than its previous one
- torn: a reading shows what the list has never been

Times are those of one monotonic clock.
"""

import bisect
import collections
import dataclasses

from chaos.history import ACKNOWLEDGED, REFUSED, UNKNOWN, Finding

UNDO = "undo"
OPEN = ("open", "")
CLASSES = {"dead": "dead", "ok": "ok", "reopened": "open"}


@dataclasses.dataclass
class Attempt:
    """Something that one person tried once: an edit of some rows, or the undo of the own last edit.

    `what` is the word of the log; `note` belongs to no other attempt of this author on these rows.
    """

    author: str
    what: str
    names: tuple = ()
    note: str = ""
    began: float = 0
    ended: float = float("inf")
    outcome: str = UNKNOWN
    words: str = ""

    def __str__(self):
        words = f": {self.words}" if self.words else ""
        return f"{self.what} {', '.join(self.names)} {self.note} by {self.author} ({self.outcome}){words}"


@dataclasses.dataclass
class Event:
    """An edit as the log has it: what became of each row, or the number of the edit that it undoes."""

    number: int
    author: str
    changes: dict = dataclasses.field(default_factory=dict)  # name: (what, note)
    undoes: int = None


@dataclasses.dataclass
class Reading:
    """What someone saw of some rows: the class of each, and its note or None if notes are not shown.

    A fresh one was read from the server; others show what a session knew.
    """

    session: str
    rows: dict
    began: float
    ended: float
    is_fresh: bool = True


def check(attempts, events, rows, readings=()):
    """All that contradicts what people were told. `rows` has the class and the note of each row."""
    replay = Replay(events)
    yield from replay.findings
    numbers = {}
    yield from check_edits(attempts, replay, numbers)
    yield from check_undos(attempts, replay)
    floor = Floor(attempts, replay, numbers)
    yield from check_order(attempts, numbers, floor)
    for name, states in replay.states.items():
        if rows.get(name) != states[-1][1]:
            yield Finding("differs", f"{name} is {rows.get(name)}, and by the log {states[-1][1]}")
    yield from check_readings(attempts, replay, numbers, floor, readings)


class Replay:
    """The states that each row has had by the log, with the number of the event that led to each."""

    def __init__(self, events):
        self.events, self.findings = {}, []
        self.states = collections.defaultdict(lambda: [(0, OPEN)])
        self.setters = collections.defaultdict(list)  # name: what stands, as (number, state before)
        self.undone = set()
        for event in sorted(events, key=lambda event: event.number):
            if event.number != len(self.events) + 1:
                self.found("lost", f"event {event.number} follows event {len(self.events)}")
                return
            self.events[event.number] = event
            if event.undoes is None:
                self.apply(event)
            else:
                self.undo(event)

    def found(self, kind, text):
        self.findings.append(Finding(kind, text))

    def apply(self, event):
        for name, (what, note) in event.changes.items():
            before = self.states[name][-1][1]
            after = (CLASSES.get(what, before[0]), note or before[1])
            self.setters[name].append((event.number, before))
            self.states[name].append((event.number, after))

    def undo(self, event):
        target = self.events.get(event.undoes)
        if target is None or target.undoes is not None or target.author != event.author:
            self.found("untrue", f"{event.author} undoes event {event.undoes}, which is no edit of {event.author}")
            return
        if target.number in self.undone:
            self.found("doubled", f"event {target.number} of {event.author} is undone twice")
            return
        standing = [number for number, other in self.events.items() if number not in self.undone
                    and other.author == event.author and other.undoes is None]
        if standing[-1] != target.number:
            self.found("untrue", f"{event.author} undoes event {target.number}, but the last one is {standing[-1]}")
        self.undone.add(target.number)
        for name in target.changes:
            number, before = self.setters[name][-1]
            if number != target.number:
                self.found("untrue", f"the undo of event {target.number} overwrites event {number} of {name}")
                continue
            self.setters[name].pop()
            self.states[name].append((event.number, before))

    def state(self, name, version):
        """The state of a row at a version, and the version of its next state, if there is one."""
        states = self.states[name]
        place = bisect.bisect_right(states, version, key=lambda state: state[0])
        return states[place - 1][1], states[place][0] if place < len(states) else None

    def version_of(self, rows, least):
        """The first version from `least` on at which the rows were like this, or None."""
        version = least
        while True:
            for name, seen in rows.items():
                later = self.next_match(name, seen, version)
                if later is None:
                    return None
                if later > version:
                    version = later
                    break
            else:
                return version

    def next_match(self, name, seen, version):
        state, following = self.state(name, version)
        while not is_seen(state, seen):
            if following is None:
                return None
            version = following
            state, following = self.state(name, version)
        return version


def is_seen(state, seen):
    return state[0] == seen[0] and seen[1] in (None, state[1])


def check_edits(attempts, replay, numbers):
    """Finds each edit in the log; `numbers` gets the number of each attempt, by its place."""
    places = {}
    for place, attempt in enumerate(attempts):
        if attempt.what != UNDO:
            for name in attempt.names:
                places[attempt.author, name, attempt.note] = place
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for event in replay.events.values():
        for name, (what, note) in event.changes.items():
            place = places.get((event.author, name, note))
            # What is decided so already, only gets the new note.
            if place is None or what not in (attempts[place].what, "noted"):
                yield Finding("untrue", f"the log has what nobody did: {what} {name} {note} by {event.author}")
            else:
                found[place][event.number].add(name)
    for place, attempt in enumerate(attempts):
        if attempt.what == UNDO:
            continue
        events = found[place]
        if events:
            numbers[place] = min(events)
        if not events and attempt.outcome == ACKNOWLEDGED:
            yield Finding("lost", f"{attempt}: not in the log")
        elif events and attempt.outcome == REFUSED:
            yield Finding("untrue", f"{attempt}: it is in the log")
        elif len(events) > 1:
            yield Finding("doubled", f"{attempt}: events {sorted(events)}")
        elif events and events[numbers[place]] != set(attempt.names):
            yield Finding("lost", f"{attempt}: only {sorted(events[numbers[place]])} are in the log")


def check_undos(attempts, replay):
    """Compares how many undos of each author were acknowledged, or may be there, with the log."""
    made, told = collections.Counter(), collections.defaultdict(collections.Counter)
    for event in replay.events.values():
        made[event.author] += event.undoes is not None
    for attempt in attempts:
        if attempt.what == UNDO:
            told[attempt.author][attempt.outcome] += 1
    for author in {*made, *told}:
        least = told[author][ACKNOWLEDGED]
        most = least + told[author][UNKNOWN]
        if made[author] < least:
            yield Finding("lost", f"{least} undos by {author} acknowledged, {made[author]} in the log")
        elif made[author] > most:
            yield Finding("doubled" if most else "untrue", f"{made[author]} undos by {author} in the log, {most} asked for")


class Floor:
    """The number that the list has reached at least, by what was acknowledged until a moment."""

    def __init__(self, attempts, replay, numbers):
        undos = collections.defaultdict(list)
        for event in replay.events.values():
            if event.undoes is not None:
                undos[event.author].append(event.number)
        reached = []
        done = collections.Counter()
        order = sorted(range(len(attempts)), key=lambda place: attempts[place].ended)
        for place in order:
            attempt = attempts[place]
            if attempt.outcome != ACKNOWLEDGED:
                continue
            number = numbers.get(place)
            if attempt.what == UNDO and done[attempt.author] < len(undos[attempt.author]):
                # Which undo is which may not be known; so many are there at least.
                number = undos[attempt.author][done[attempt.author]]
                done[attempt.author] += 1
            if number is not None:
                reached.append((attempt.ended, number, attempt.author))
        self.times = [ended for ended, _, _ in reached]
        self.numbers, self.own = [], collections.defaultdict(list)
        highest = 0
        for ended, number, author in reached:
            highest = max(highest, number)
            self.numbers.append(highest)
            self.own[author].append((ended, number))

    def at(self, moment):
        place = bisect.bisect_left(self.times, moment)
        return self.numbers[place - 1] if place else 0

    def of(self, author, moment):
        return max((number for ended, number in self.own[author] if ended < moment), default=0)


def check_order(attempts, numbers, floor):
    for place, number in numbers.items():
        before = floor.at(attempts[place].began)
        if number < before:
            yield Finding("swapped", f"{attempts[place]} is event {number}; event {before} was acknowledged before it began")


def check_readings(attempts, replay, numbers, floor, readings):
    """Finds a version of the list for each reading; a session's own edits are in its readings."""
    reached = collections.Counter()
    for reading in sorted(readings, key=lambda reading: reading.ended):
        known = floor.at(reading.began) if reading.is_fresh else floor.of(reading.session, reading.began)
        version = replay.version_of(reading.rows, max(known, reached[reading.session]))
        if version is not None:
            reached[reading.session] = version
            continue
        earlier = replay.version_of(reading.rows, 0)
        if earlier is None:
            name, seen = impossible(replay, reading)
            yield Finding("torn", f"{reading.session} saw what never was: {name} is {seen}")
        elif earlier < known:
            yield Finding("stale", f"{reading.session} saw event {earlier}, after event {known} was acknowledged")
        else:
            yield Finding("back", f"{reading.session} saw event {earlier}, after it saw event {reached[reading.session]}")


def impossible(replay, reading):
    for name, seen in reading.rows.items():
        if replay.next_match(name, seen, 0) is None:
            return name, seen
    return "the whole", "of several moments"
