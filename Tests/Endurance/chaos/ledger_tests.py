"""The checker of shared rows on hand-made histories: right ones, and one for each way to be wrong."""

import unittest

from chaos.history import ACKNOWLEDGED, NOTHING_TO_DO, REFUSED, UNKNOWN
from chaos.ledger import UNDO, Attempt, Event, Reading, check

OUTCOMES = (ACKNOWLEDGED, REFUSED, UNKNOWN)


class Table:
    """A list that people edit one after the other; each edit takes one second of the clock."""

    def __init__(self):
        self.now, self.attempts, self.events, self.readings = 0, [], [], []
        self.rows = {"Ada": ("open", ""), "Bo": ("open", "")}

    def told(self, author, what, names=("Ada",), note="", outcome=ACKNOWLEDGED):
        self.now += 2
        attempt = Attempt(author, what, names, note, self.now - 1, self.now, outcome)
        self.attempts.append(attempt)
        return attempt

    def stored(self, author, what, names=("Ada",), note="", undoes=None):
        changes = {} if undoes else {name: (what, note) for name in names}
        self.events.append(Event(len(self.events) + 1, author, changes, undoes))
        return len(self.events)

    def edit(self, author, what, names=("Ada",), note="", outcome=ACKNOWLEDGED):
        self.told(author, what, names, note, outcome)
        self.rows.update({name: (what if what != "reopened" else "open", note) for name in names})
        return self.stored(author, what, names, note)

    def undo(self, author, number, outcome=ACKNOWLEDGED, **before):
        self.told(author, UNDO, (), outcome=outcome)
        self.rows.update(before or {name: ("open", "") for name in self.events[number - 1].changes})
        return self.stored(author, UNDO, undoes=number)

    def read(self, session, is_fresh=True, took=1, **rows):
        self.now += 2
        self.readings.append(Reading(session, {**rows}, self.now - took, self.now, is_fresh))

    def kinds(self):
        return sorted({found.kind for found in check(self.attempts, self.events, self.rows, self.readings)})


class LedgerTests(unittest.TestCase):
    def setUp(self):
        self.table = Table()

    def expect(self, *kinds):
        self.assertEqual(self.table.kinds(), list(kinds))

    def test_a_right_history(self):
        table = self.table
        table.edit("ann", "dead", note="1")
        table.edit("bob", "ok", ("Ada", "Bo"), "2")
        table.read("lou", Ada=("ok", "2"), Bo=("ok", "2"))
        table.undo("bob", 2, Ada=("dead", "1"), Bo=("open", ""))
        table.read("lou", Ada=("dead", "1"), Bo=("open", ""))
        table.edit("ann", "reopened", note="3")
        self.expect()

    def test_lost_then_redone(self):
        table = self.table
        table.told("ann", "dead", note="1")
        table.edit("ann", "dead", note="2")  # the row looks as it must
        self.expect("lost")

    def test_lost_in_a_number(self):
        self.table.edit("ann", "dead", note="1")
        self.table.edit("ann", "ok", note="2")
        del self.table.events[0]
        self.assertIn("lost", self.table.kinds())

    def test_half_of_the_rows(self):
        table = self.table
        table.told("ann", "dead", ("Ada", "Bo"), "1")
        table.stored("ann", "dead", ("Ada",), "1")
        table.rows["Ada"] = ("dead", "1")
        self.expect("lost")

    def test_an_edit_is_there_as_its_outcome_says(self):
        for outcome in OUTCOMES:
            there, absent = Table(), Table()
            there.edit("ann", "dead", note="1", outcome=outcome)
            absent.told("ann", "dead", note="1", outcome=outcome)
            self.assertEqual(there.kinds(), ["untrue"] if outcome == REFUSED else [], outcome)
            self.assertEqual(absent.kinds(), ["lost"] if outcome == ACKNOWLEDGED else [], outcome)

    def test_doubled(self):
        for outcome in (ACKNOWLEDGED, UNKNOWN):
            table = Table()
            table.edit("ann", "dead", note="1", outcome=outcome)
            table.stored("ann", "noted", note="1")
            self.assertEqual(table.kinds(), ["doubled"])

    def test_doubled_undo(self):
        for outcome in (ACKNOWLEDGED, UNKNOWN):
            table = Table()
            first, second = table.edit("ann", "dead", note="1"), table.edit("ann", "ok", note="2")
            table.undo("ann", second, outcome, Ada=("dead", "1"))
            self.assertEqual(table.kinds(), [])
            table.stored("ann", UNDO, undoes=first)  # sent again, and it takes one more back
            table.rows["Ada"] = ("open", "")
            self.assertEqual(table.kinds(), ["doubled"])

    def test_one_edit_undone_twice(self):
        table = self.table
        number = table.edit("ann", "dead", note="1")
        table.undo("ann", number)
        table.undo("ann", number)
        self.expect("doubled")

    def test_undos_as_their_outcomes_say(self):
        for outcome in (*OUTCOMES, NOTHING_TO_DO):
            there, absent = Table(), Table()
            there.undo("ann", there.edit("ann", "dead", note="1"), outcome)
            absent.edit("ann", "dead", note="1")
            absent.told("ann", UNDO, outcome=outcome)
            may_be = outcome in (ACKNOWLEDGED, UNKNOWN)
            self.assertEqual(there.kinds(), [] if may_be else ["untrue"], outcome)
            self.assertEqual(absent.kinds(), ["lost"] if outcome == ACKNOWLEDGED else [], outcome)

    def test_an_undo_of_something_else(self):
        table = self.table
        first = table.edit("ann", "dead", note="1")
        table.edit("ann", "dead", ("Bo",), "2")
        table.undo("ann", first)
        self.expect("untrue")

    def test_an_undo_of_someone_else(self):
        table = self.table
        table.undo("bob", table.edit("ann", "dead", note="1"))
        self.assertIn("untrue", table.kinds())

    def test_an_undo_over_a_later_edit(self):
        table = self.table
        first = table.edit("ann", "dead", note="1")
        table.edit("bob", "ok", note="2")
        table.undo("ann", first, Ada=("ok", "2"))
        self.expect("untrue")

    def test_order_swapped(self):
        table = self.table
        table.told("ann", "dead", note="1")
        table.told("bob", "ok", ("Bo",), "2")
        table.stored("bob", "ok", ("Bo",), "2")
        table.stored("ann", "dead", note="1")
        table.rows.update(Ada=("dead", "1"), Bo=("ok", "2"))
        self.expect("swapped")
        table.attempts[1].began = 0  # at the same time they may come in any order
        self.expect()

    def test_order_swapped_with_an_undo(self):
        table = self.table
        first = table.edit("ann", "dead", note="1")
        table.told("ann", UNDO, ())
        table.told("bob", "ok", ("Bo",), "2")
        table.stored("bob", "ok", ("Bo",), "2")
        table.stored("ann", UNDO, undoes=first)
        table.rows.update(Ada=("open", ""), Bo=("ok", "2"))
        self.expect("swapped")

    def test_stale_reading(self):
        table = self.table
        table.edit("ann", "dead", note="1")
        table.read("lou", Ada=("open", ""))
        self.expect("stale")

    def test_a_reading_that_began_before_may_lack_it(self):
        table = self.table
        table.edit("ann", "dead", note="1")
        table.read("lou", took=3, Ada=("open", ""))
        self.expect()

    def test_a_reading_after_an_undo(self):
        table = self.table
        table.undo("ann", table.edit("ann", "dead", note="1"))
        table.read("lou", Ada=("dead", "1"))
        self.expect("stale")

    def test_a_session_may_be_late_but_never_goes_back(self):
        table = self.table
        table.edit("ann", "dead", note="1")
        table.edit("ann", "ok", note="2")
        for state in (("open", ""), ("dead", None), ("dead", "1"), ("ok", None)):
            table.read("lou", is_fresh=False, Ada=state)
        self.expect()
        table.read("ida", is_fresh=False, Ada=("dead", None))
        self.expect()
        table.read("lou", is_fresh=False, Ada=("dead", None))
        self.expect("back")

    def test_a_session_has_its_own_edits(self):
        table = self.table
        table.edit("ann", "dead", note="1")
        table.read("bob", is_fresh=False, Ada=("open", None))
        self.expect()
        table.read("ann", is_fresh=False, Ada=("open", None))
        self.expect("stale")

    def test_torn_reading(self):
        table = self.table
        table.edit("ann", "dead", note="1")
        table.edit("bob", "ok", ("Bo",), "2")
        table.read("lou", took=9, Ada=("open", ""), Bo=("ok", "2"))
        self.expect("torn")

    def test_a_row_that_never_was_so(self):
        for seen in (("ok", ""), ("dead", "2"), ("absent", None)):
            table = Table()
            table.edit("ann", "dead", note="1")
            table.read("lou", Ada=seen)
            self.assertEqual(table.kinds(), ["torn"], seen)

    def test_rows_that_differ_from_the_log(self):
        for row in (("open", ""), ("ok", "1"), ("dead", "")):
            table = Table()
            table.edit("ann", "dead", note="1")
            table.rows["Ada"] = row
            self.assertEqual(table.kinds(), ["differs"], row)

    def test_what_nobody_did(self):
        table = self.table
        table.edit("ann", "dead", note="1")
        table.attempts.clear()
        self.expect("untrue")


if __name__ == "__main__":
    unittest.main()
