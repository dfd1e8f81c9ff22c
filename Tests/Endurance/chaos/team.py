"""The people of a round on their new list, what they were told, and what is left at its end."""

import collections
import csv
import io
import json
import random
import signal
import threading
import time

from chaos.actors import Adder, Decider, Gate, Noter, Person, Reader, Undoer, Victim, rows_of
from chaos.cluster import wait_until
from chaos.history import ACKNOWLEDGED, Edit, Entry, History, Stored, check
from chaos.sessions import Browser, Reviewer, end_all

PATIENCE = 15  # seconds until a screen must show what is stored
USERS = ("writer", "timid", "flaky", "deadlock", "reader")
ROLES = """
CREATE ROLE writer LOGIN; CREATE ROLE reader LOGIN; CREATE ROLE timid LOGIN; CREATE ROLE flaky LOGIN;
CREATE ROLE deadlock LOGIN;
ALTER ROLE timid SET lock_timeout = '300ms';
ALTER ROLE deadlock SET deadlock_timeout = '1500ms';
GRANT USAGE ON SCHEMA targets_store TO writer, timid, flaky, deadlock, reader;
GRANT SELECT ON ALL TABLES IN SCHEMA targets_store TO writer, timid, flaky, deadlock, reader;
GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA targets_store TO writer, timid, flaky, deadlock;
CREATE TABLE public.odds (failing float8);
INSERT INTO public.odds VALUES (0);
GRANT SELECT ON public.odds TO flaky;
CREATE FUNCTION public.goes_well() RETURNS bool LANGUAGE plpgsql AS $$
BEGIN
  IF random() < (SELECT failing FROM public.odds) THEN
    RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001';
  END IF;
  RETURN true;
END $$;
ALTER TABLE targets_store.list ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON targets_store.list USING (true);
CREATE POLICY sometimes ON targets_store.list AS RESTRICTIVE TO flaky USING ((SELECT public.goes_well()));
"""


class Team:
    """The people of a round, the list they work on, and what they were told."""

    def __init__(self, bench, cluster, ways, home, chance):
        self.bench, self.cluster, self.ways, self.home = bench, cluster, ways, home
        self.seed = chance.random()
        self.list = f"round-{bench.number}"
        self.history, self.gate, self.running = History(), Gate(), set()
        self.waits, self.readings, self.words, self.beside = [], 0, collections.Counter(), []
        self.people, self.browsers, self.base = [], [], []

    def part_of_chance(self, name):
        return random.Random(f"{self.seed}/{name}")

    def begin(self):
        """Makes the list and opens the sessions, which are there before any thread, as they fork."""
        names = [name for kind, author, *_ in PEOPLE + VICTIMS for name in kind.base(author)]
        names += [name for author, _ in WATCHERS for name in Browser.base(author)]
        self.succeed("add", "-", author="setup", input="".join(name + "\n" for name in names).encode())
        self.base = [Edit("added", (name,), "setup", "", [ACKNOWLEDGED]) for name in names]
        chance = self.part_of_chance("browsers")
        for author, role in WATCHERS:
            self.browsers.append(Browser(self, author, role, chance.random() < 0.4))
        for kind, author, role, is_pooled in PEOPLE:
            self.people.append(kind(self, author, role, is_pooled))
        self.without_rights, self.deadlocked = (kind(self, author, role) for kind, author, role in VICTIMS)
        self.those_who_wait = [person for person in self.people if person.author in ("Ann", "Bob", "Cyd", "Vera")]
        self.caretaker = self.people[-1]
        for browser in self.browsers:
            browser.wait_for_rows()
        for each in (*self.browsers, *self.people):
            each.start()

    def succeed(self, *arguments, author, input=None):
        return self.bench.succeed(
            self.home, *arguments, "--list", self.list, "--store", self.ways.address("writer"), "--as", author,
            input=input)

    def browser_of(self, role):
        return next(browser for browser in self.browsers if browser.role == role)

    def alongside(self, work):
        thread = threading.Thread(target=work, daemon=True)
        self.beside.append(thread)
        thread.start()

    def note_words(self, status, arguments, words):
        """What no command may say, whatever happens: the store is there and usable, and the program whole."""
        if status not in (0, 1, 2, -signal.SIGKILL):
            self.history.found("untrue", f"status {status}: {arguments[0]}: {words}")
        for wrong in ("cannot be used", "no tables", "aborted", "newer version"):
            if wrong in words:
                self.history.found("untrue", f"{arguments[0]}: {words[-200:]}")
        if status == 2 and arguments[0] != "show":
            self.words[next((word for word in WORDS if word in words), words[-100:])] += 1

    # The end of a round

    def rest(self):
        """Lets everybody finish, and the servers come to rest."""
        self.cluster.primary.query("UPDATE public.odds SET failing = 0")
        self.gate.close()
        self.gate.end()
        for thread in (*self.people, *self.beside):
            thread.join(30)
            if thread.is_alive():
                self.history.found("untrue", "somebody waits for an answer for ever")
        self.cluster.wait_for_standby()
        wait_until(lambda: self.cluster.primary.count("backend_xid IS NOT NULL") == 0, "the end of all edits", 30)

    def check(self):
        """Compares what people were told and what they see with what is stored."""
        edit = self.caretaker.decide(0)
        if edit.outcomes != [ACKNOWLEDGED]:
            self.history.found("untrue", f"all is well again, but not for {edit}")
        self.check_sessions()
        stored = self.stored()
        for finding in check(self.history.edits, stored, self.base):
            self.history.found(finding.kind, finding.text)

    def check_sessions(self):
        """Each screen shows what is stored, and those who may edit can, whatever was refused before."""
        wrong = self.wait_for_screens(self.browsers)
        for browser in self.browsers:
            if browser.role != "reader" and browser not in wrong:
                self.wait_for_screens([browser], decided=browser.mark_next_dead())

    def wait_for_screens(self, browsers, decided=None):
        """Waits until they show the truth, with a row that was decided; returns those that do not."""
        limit = time.monotonic() + PATIENCE
        while wrong := self.wrong_screens(browsers, decided):
            if time.monotonic() > limit or any(browser.failure for browser in wrong):
                break
            time.sleep(0.1)
        for browser, text in wrong.items():
            self.history.found("stale", text)
        return wrong

    def wrong_screens(self, browsers, decided):
        rows, wrong = self.rows(), {}
        for browser in browsers:
            if browser.failure:
                wrong[browser] = f"{browser.author}: {browser.failure}"
            elif decided and rows[decided][0] != "dead":
                told = browser.session.tell()[-150:]
                wrong[browser] = f"{browser.author}, a {browser.role}, cannot edit after a refusal: {told}"
            elif differences := browser.differences(rows):
                wrong[browser] = f"{differences[0].text}: {browser.session.tell()[-150:]}"
        return wrong

    def rows(self):
        return rows_of(self.succeed("show", "--format", "csv", author="checker").encode())

    def stored(self):
        """The list by the tables, by the log, and by what the program prints of it."""
        tables = json.loads(self.cluster.primary.query(TABLES.format(list=self.list)))
        rows = self.rows()
        if sorted(rows) != sorted(tables["rows"] or []):
            self.history.found("untrue", "the list is not what the tables have")
        log = self.succeed("log", "--format", "csv", author="checker")
        entries = [
            Entry(line["author"], line["verdict"] or line["what"], line["name"], line["note"],
                  bool(line["undoneBy"]))
            for line in csv.DictReader(io.StringIO(log, newline="")) if not line["undoes"]]
        steps = collections.defaultdict(list)
        for name, step in tables["steps"] or []:
            steps[name].append(step)
        return Stored(rows, entries, steps, tables["turns"] or [], tables["version"] or 0)

    def end(self):
        end_all(self.gate, self.running, self.people, self.browsers)


class Caretaker(Person):
    """Decides a row of each browser in one edit; the first rows are for the end of the round."""

    pause = 1.5

    def act(self):
        self.made += 1
        if self.made == Browser.rows - Browser.own:
            return False
        self.decide(self.made)

    def decide(self, number):
        names = tuple(Browser.row(browser.author, number) for browser in self.team.browsers)
        command, what = self.chance.choice([("dead", "dead"), ("ok", "ok")])
        return self.edit(what, names, command, *names)


# Who edits and reads, as which role, and whether through the pool; who only looks; and those to whom
# only misfortunes happen. No name begins another one.
PEOPLE = [
    (Reviewer, "Vera", "writer", False), (Reviewer, "Zack", "writer", True),
    (Decider, "Ann", "writer", False), (Decider, "Dan", "timid", False), (Decider, "Hal", "flaky", True),
    (Noter, "Cyd", "flaky", False), (Adder, "Bob", "writer", True), (Undoer, "Eve", "writer", False),
    (Reader, "Lou", "reader", False), (Caretaker, "Wanda", "writer", False),
]
WATCHERS = [("Rita", "reader"), ("Tim", "timid"), ("Flora", "flaky")]
VICTIMS = [(Victim, "Ned", "reader"), (Victim, "Dee", "deadlock")]
WORDS = ("nothing was changed", "cannot tell whether", "may be lost")
TABLES = """
WITH one AS (SELECT id, version FROM targets_store.list WHERE name = '{list}')
SELECT json_build_object(
  'rows', (SELECT json_agg(substr(convert_from(key, 'UTF8'), 2)) FROM targets_store.row
           WHERE list = one.id AND gone = 0),
  'steps', (SELECT json_agg(json_build_array(substr(convert_from(key, 'UTF8'), 2), number) ORDER BY number)
            FROM targets_store.fact JOIN targets_store.event USING (list, number)
            WHERE list = one.id AND undoes IS NULL),
  'turns', (SELECT json_agg(number ORDER BY number) FROM targets_store.event WHERE list = one.id),
  'version', one.version) FROM one
"""
