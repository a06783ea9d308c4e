"""The Swift client beside the official client for Python, on one server.

The program under test is `orders`, the example with a terminal. It signs in, listens to its user's orders and writes what
it is told. HEARTH_BIN is the folder that it is in.
"""

import os
import queue
import subprocess
import threading
import unittest
import uuid

from google.cloud import firestore

# Seconds: a busy machine may need many, and a hang must still end the suite.
PATIENCE = 60


class Shop:
    """The example's terminal, in a process of its own."""

    def __init__(self, project, email):
        program = os.path.join(os.environ["HEARTH_BIN"], "orders")
        self.process = subprocess.Popen(
            [program, email, "correct horse", project],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def wait_for(self, wanted):
        """Waits for a line."""
        seen = []
        while True:
            try:
                line = self.lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise AssertionError(f"no line {wanted!r} among {seen}") from None
            seen.append(line)
            if line == wanted:
                return

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class TwoClients(unittest.TestCase):
    def setUp(self):
        self.project = f"demo-{uuid.uuid4().hex[:12]}"
        self.db = firestore.Client(project=self.project)
        self.addCleanup(self.db.close)

    def shop(self, email):
        shop = Shop(self.project, email)
        self.addCleanup(shop.end)
        return shop

    def test_what_swift_writes_python_hears_and_the_reverse(self):
        heard = queue.Queue()

        def take(snapshots, changes, time):
            for change in changes:
                heard.put((change.type.name, change.document.to_dict().get("title"), change.document.reference))

        watch = self.db.collection_group("orders").on_snapshot(take)
        self.addCleanup(watch.unsubscribe)
        shop = self.shop("ada@example.com")
        shop.wait_for("— 0 orders —")
        shop.type("Tea")
        kind, title, reference = heard.get(timeout=PATIENCE)
        self.assertEqual((kind, title), ("ADDED", "Tea"))
        shop.wait_for("  Tea")
        order = {"title": "Cake", "count": 1, "orderedAt": firestore.SERVER_TIMESTAMP}
        reference.parent.add(order)
        shop.wait_for("— 2 orders —")
        shop.wait_for("  Cake")
        reference.delete()
        shop.wait_for("— 1 orders —")

    def test_two_windows_show_the_same(self):
        first = self.shop("ada@example.com")
        first.wait_for("— 0 orders —")
        second = self.shop("ada@example.com")
        second.wait_for("— 0 orders —")
        first.type("Tea")
        second.wait_for("  Tea")
        second.type("Cake")
        first.wait_for("  Cake")


if __name__ == "__main__":
    unittest.main()
