"""What a screen reader is told of the console's main pages: roles, names, order, and what is chosen.

The trees are written by hand: each line is what a listener needs to hear there. `/children: equal` allows no line more.
"""

from playwright.sync_api import expect

import hearth
from browser import BrowserCase

MENU = """
- navigation "Console":
  - link "Hearth"
  - link "Overview"
  - heading "Identity" [level=3]
  - link "Users 1"
  - link "Inbox"
  - link "Tokens"
  - heading "Data" [level=3]
  - link "Firestore"
  - link "Rules"
  - heading "Insight" [level=3]
  - link "Live log"
  - link "Events"
  - link "Crashes"
  - heading "Bench" [level=3]
  - link "Clock"
  - link "Faults"
  - link "Fixtures"
  - link "Settings"
  - combobox "Language"
- banner:
  - text: /^Emulator demo-conformance/
  - button "Search or run a command"
  - link "The clock"
  - text: Live
- main
- status
"""

OVERVIEW = """
- main:
  - /children: equal
  - heading "Overview" [level=1]
  - link /^Last request/
  - link "Users 1"
  - link "Second factor 0% 0 of 1"
  - link /^Messages sent 1 ada@example.com/
  - link "Refused in ten minutes 1"
  - heading "What happened last" [level=2]
  - list:
    - /children: equal
    - listitem:
      - link /^Wrong password or address ada@example.com .* Refused/
    - listitem:
      - link /^Asked for a new password ada@example.com .* Waiting/
    - listitem:
      - link /^Signed up ada@example.com .* Done/
  - heading "Connect" [level=2]
  - list:
    - listitem:
      - text: Swift
      - code
      - button "Copy the line for Swift"
"""

USERS = """
- main:
  - heading "Users" [level=1]
  - button "Make test users"
  - button "Add user"
  - textbox "Find a user"
  - combobox "Signs in with"
  - button "Second factor"
  - combobox "Order"
  - region "Users":
    - table "Users":
      - rowgroup:
        - row:
          - columnheader "Choose all on this page":
            - checkbox "Choose all on this page"
          - columnheader "User"
          - columnheader "State"
      - rowgroup:
        - row /Ada Lovelace/ [selected]:
          - cell "Choose Ada Lovelace":
            - checkbox "Choose Ada Lovelace"
          - rowheader "Ada Lovelace ada@example.com"
          - cell "Unverified"
    - text: 1 to 1 of 1
    - button "Back" [disabled]
    - button "Next" [disabled]
  - complementary "User":
    - heading "Ada Lovelace" [level=2]
    - button "Copy the UID"
    - button "Close"
    - button "Sign in as"
    - button "Edit"
    - button "Send a reset"
    - button "Send a verification"
    - button "Disable"
    - button "Sign out"
    - button "Delete"
    - tablist "User":
      - /children: equal
      - tab "Account" [selected]
      - tab "Sessions"
      - tab "Activity"
      - tab "Code"
    - tabpanel "Account":
      - term: E-mail
      - definition:
        - text: ada@example.com
        - button "Mark as verified"
      - term: Phone
      - definition: none
      - heading "Signs in with" [level=3]
      - heading "Second factors" [level=3]
      - heading "Claims" [level=3]
"""

INBOX = """
- main:
  - heading "Inbox" [level=1]
  - textbox "Search by address or number"
  - button "Waiting 1"
  - region "Messages":
    - list:
      - /children: equal
      - listitem:
        - button /^ada@example.com Choose a new password Waiting/
"""

LOG = """
- main:
  - /children: equal
  - heading "Live log" [level=1]
  - button "Pause"
  - button "Clear"
  - button "Export"
  - text: Filter the log
  - textbox "Filter the log"
  - button "Flows" [pressed]
  - button "Requests"
  - button "All" [pressed]
  - button "Messages"
  - button "Refused"
  - region "Live log":
    - list:
      - /children: equal
      - listitem:
        - group: /^Wrong password or address ada@example.com .* Refused/
      - listitem:
        - group: /^Asked for a new password ada@example.com .* Waiting/
      - listitem:
        - group: /^Signed up ada@example.com .* Done/
"""

DOCUMENT = """
- main:
  - heading "Firestore" [level=1]
  - navigation "Path":
    - link "(default)"
    - link "books"
    - link "emma"
  - button "Add document"
  - region "Collections":
    - heading "Collections" [level=2]
    - list:
      - listitem:
        - link "books"
  - region "Documents":
    - heading "books" [level=2]
    - list:
      - listitem:
        - link "emma"
  - region "Document":
    - heading "emma" [level=2]
    - button "Copy the path"
    - button "Edit"
    - button "Delete"
    - list:
      - /children: equal
      - listitem: title "Emma" text
    - region "What the rules say":
      - heading "What the rules say" [level=3]
      - textbox "Seen by the user"
      - button "Ask"
"""


class ReaderTests(BrowserCase):
    # One test: the log and the inbox of a server keep what other tests did.
    def test_hears_roles_names_and_states_in_the_order_of_the_page(self):
        hearth.sign_up("ada@example.com", displayName="Ada Lovelace")
        hearth.user("accounts:sendOobCode", requestType="PASSWORD_RESET", email="ada@example.com")
        hearth.user("accounts:signInWithPassword", email="ada@example.com", password="wrong password")
        for path, tree in (("", MENU), ("", OVERVIEW), ("/inbox", INBOX), ("/log", LOG), ("/users", USERS)):
            with self.subTest(path=path):
                self.open(path)
                if path == "/users":
                    self.page.get_by_role("row").filter(has_text="ada@example.com").click()
                self.hears(tree)
        hearth.send(
            "PATCH",
            f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents/books/emma",
            {"fields": {"title": {"stringValue": "Emma"}}},
            {"Authorization": "Bearer owner"},
        )
        self.open("/data/books/emma")
        self.hears(DOCUMENT)

    def open(self, path):
        self.page.goto(f"{hearth.BASE}/console{path}")
        expect(self.page.locator("h1").first).to_be_visible()

    def hears(self, tree):
        expect(self.page.locator("body")).to_match_aria_snapshot(tree)
