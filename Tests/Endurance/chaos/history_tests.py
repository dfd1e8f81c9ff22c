"""The checker on hand-made histories: it finds each kind of wrong one, and nothing in those that are right."""

import unittest

from chaos.history import (
    ACKNOWLEDGED, NOTHING_TO_DO, REFUSED, UNKNOWN, Edit, Entry, Stored, check, check_reading, check_screen)

NAMES = ("Ada", "Bo", "Cyd")
OUTCOMES = (ACKNOWLEDGED, REFUSED, UNKNOWN)


def made(what, *outcomes, names=NAMES, undo=None, note=""):
    return Edit(what, names, "ann", note, list(outcomes), undo)


class Store:
    """A list on which edits are made as they should be, or as they should not."""

    def __init__(self):
        self.rows, self.log, self.steps, self.version = {}, [], {}, 0

    def make(self, edit, names=None, in_log=True, in_rows=True, is_undone=False):
        self.version += 1
        for name in edit.names if names is None else names:
            if in_log:
                self.log.append(Entry(edit.author, edit.what, name, edit.note, is_undone))
                self.steps.setdefault(name, []).append(self.version)
            if in_rows and not is_undone:
                decision = {"added": "open", "noted": "open"}.get(edit.what, edit.what)
                self.rows[name] = (decision, edit.note)
        if is_undone:
            self.version += 1
        return self

    def stored(self, turns=None):
        return Stored(self.rows, self.log, self.steps, turns or list(range(1, self.version + 1)), self.version)


class HistoryTests(unittest.TestCase):
    def kinds(self, store, *edits, turns=None, base=()):
        return sorted({found.kind for found in check(edits, store.stored(turns), base)})

    def test_an_edit_may_be_there_once_as_its_outcome_says(self):
        for outcome in OUTCOMES:
            edit = made("added", outcome)
            there, absent = self.kinds(Store().make(edit), edit), self.kinds(Store(), edit)
            self.assertEqual(there, ["untrue"] if outcome == REFUSED else [], outcome)
            self.assertEqual(absent, ["lost"] if outcome == ACKNOWLEDGED else [], outcome)

    def test_an_edit_is_there_as_often_as_it_was_made_at_most(self):
        for outcomes in [(a, b) for a in OUTCOMES for b in OUTCOMES]:
            edit = made("dead", *outcomes, names=("Ada",))
            possible = [count for count in range(4)
                        if self.count_is_possible(edit, count)]
            least = outcomes.count(ACKNOWLEDGED)
            most = sum(outcome != REFUSED for outcome in outcomes)
            self.assertEqual(possible, list(range(least, most + 1)), outcomes)

    def count_is_possible(self, edit, count):
        store = Store()
        for _ in range(count):
            store.make(edit)
        return self.kinds(store, edit) == []

    def test_doubled(self):
        for outcome in (ACKNOWLEDGED, UNKNOWN):
            edit = made("added", outcome)
            self.assertEqual(self.kinds(Store().make(edit).make(edit), edit), ["doubled"])

    def test_lost_then_redone(self):
        edit = made("dead", ACKNOWLEDGED, ACKNOWLEDGED, names=("Ada",))  # it was offered once more
        self.assertEqual(self.kinds(Store().make(edit), edit), ["lost"])

    def test_half_done_in_each_way(self):
        for outcome in OUTCOMES:
            edit = made("dead", outcome)
            for names in (NAMES[:1], NAMES[:2], NAMES[1:]):
                self.assertEqual(self.kinds(Store().make(edit, names=names), edit)[:1], ["half"])
        edit = made("dead", ACKNOWLEDGED)
        split = Store().make(edit, names=NAMES[:1]).make(edit, names=NAMES[1:])
        self.assertEqual(self.kinds(split, edit), ["half"])

    def test_rows_and_log_that_differ(self):
        for outcome in (ACKNOWLEDGED, UNKNOWN):
            edit = made("noted", outcome, names=("Ada",), note="seen")
            self.assertIn("half", self.kinds(Store().make(edit, in_rows=False), edit))
            self.assertIn("half", self.kinds(Store().make(edit, in_log=False), edit))

    def test_nothing_was_changed_though_it_was(self):
        for what in ("added", "dead", "ok", "noted"):
            edit = made(what, REFUSED)
            self.assertEqual(self.kinds(Store().make(edit), edit), ["untrue"])

    def test_undone_as_the_outcome_of_the_undo_says(self):
        for undo in OUTCOMES:
            edit = made("added", ACKNOWLEDGED, undo=undo)
            undone = self.kinds(Store().make(edit, is_undone=True), edit)
            kept = self.kinds(Store().make(edit), edit)
            self.assertEqual(undone, ["untrue"] if undo == REFUSED else [], undo)
            self.assertEqual(kept, ["lost"] if undo == ACKNOWLEDGED else [], undo)

    def test_an_undo_that_found_nothing_shows_what_was_lost(self):
        for outcome in OUTCOMES:
            edit = made("added", outcome, undo=NOTHING_TO_DO)
            self.assertEqual(self.kinds(Store(), edit), ["lost"] if outcome == ACKNOWLEDGED else [])
        edit = made("added", UNKNOWN, undo=NOTHING_TO_DO)
        self.assertEqual(self.kinds(Store().make(edit), edit), ["untrue"])

    def test_an_undo_needs_what_it_undid_in_the_log(self):
        edit = made("added", UNKNOWN, undo=ACKNOWLEDGED)
        self.assertEqual(self.kinds(Store(), edit), ["lost"])
        self.assertEqual(self.kinds(Store().make(edit, is_undone=True), edit), [])

    def test_undone_by_nobody(self):
        edit = made("added", ACKNOWLEDGED)
        self.assertEqual(self.kinds(Store().make(edit, is_undone=True), edit), ["untrue"])

    def test_what_nobody_made(self):
        edit, other = made("added", ACKNOWLEDGED, names=("Ada",)), made("added", ACKNOWLEDGED, names=("Bo",))
        self.assertEqual(self.kinds(Store().make(edit).make(other), edit), ["untrue"])

    def test_rows_that_the_list_began_with(self):
        base = [made("added", ACKNOWLEDGED, names=(name,)) for name in NAMES]
        edit = made("dead", ACKNOWLEDGED)
        store = Store().make(made("added", ACKNOWLEDGED)).make(edit)
        self.assertEqual(self.kinds(store, edit, base=base), [])
        store.rows["Bo"] = ("ok", "")
        self.assertEqual(self.kinds(store, edit, base=base), ["half"])
        del store.rows["Bo"]
        self.assertEqual(self.kinds(store, edit, base=base), ["half"])

    def test_a_row_that_nobody_changed(self):
        base = [made("added", ACKNOWLEDGED, names=NAMES)]
        for row in (("dead", ""), ("ok", ""), ("open", "seen")):
            store = Store().make(base[0])
            store.rows["Bo"] = row
            self.assertEqual(self.kinds(store, base=base), ["untrue"], row)

    def test_turns_without_gaps(self):
        edits = [made("added", ACKNOWLEDGED, names=(name,)) for name in NAMES]
        store = Store()
        for edit in edits:
            store.make(edit)
        for turns in ([1, 3], [1, 2], [2, 3], [1, 1, 2, 3], [1, 2, 3, 4]):
            self.assertEqual(self.kinds(store, *edits, turns=turns), ["lost"], turns)
        self.assertEqual(self.kinds(store, *edits), [])

    def test_acknowledged_then_gone(self):
        edit = made("dead", ACKNOWLEDGED)
        right = {name: ("dead", "") for name in NAMES}
        wrong = {name: ("open", "") for name in NAMES}
        half = {**right, "Bo": ("open", "")}
        for rows, kinds in ((right, []), (wrong, ["lost"]), (half, ["half"]), ({}, ["lost"])):
            self.assertEqual([found.kind for found in check_reading([edit], rows)], kinds)

    def test_screens(self):
        rows = {"Ada": ("dead", ""), "Bo": ("open", "")}
        right = {"Ada": "dead", "Bo": "open"}
        self.assertEqual(list(check_screen("ann", right, rows)), [])
        for name in rows:
            for shown in ({**right, name: "ok"}, {key: right[key] for key in right if key != name}):
                found = list(check_screen("ann", shown, rows))
                self.assertEqual([each.kind for each in found], ["stale"])


if __name__ == "__main__":
    unittest.main()
