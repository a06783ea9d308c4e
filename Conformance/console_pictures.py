"""Takes the pictures of Documentation/console.md, from servers that run: console_pictures.py ADDRESS FOLDER.

At ADDRESS an emulator has the functions of the payments example, whose journal cannot be written. The server for real
users is started here.
"""

import pathlib
import sys
import time

from playwright.sync_api import expect, sync_playwright

import chromium
import console_administration_tests as administration
import console_bench_tests as bench
import hearth

folder = pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
PEOPLE = [
    ("ada", "Ada Lovelace"), ("grace", "Grace Hopper"), ("katherine", "Katherine Johnson"), ("barbara", "Barbara Liskov"),
    ("edsger", "Edsger Dijkstra"), ("hedy", "Hedy Lamarr"), ("alan", "Alan Turing"), ("radia", "Radia Perlman"),
]


def take(page, name):
    page.mouse.move(0, 0)
    expect(page.locator(".bones")).to_have_count(0)
    page.screenshot(path=folder / f"console-{name}.png")


def emulator(context):
    page = context.new_page()
    base = hearth.BASE + "/console"
    bench.put_rules(bench.RULES)
    for uid, name in PEOPLE[:3]:
        hearth.admin("accounts", localId=uid, email=f"{uid}@example.com", displayName=name)
    for number in range(1, 4):
        bench.write(f"notes/note-{number}", owner="ada", text="Buy coal for the hearth.")
    bench.write("orders/A1", text="twelve candles", state="paid")
    bench.console("POST", "snapshots", {"name": "three-people"})
    page.goto(f"{base}/functions")
    page.get_by_text("orders/A1").first.click()
    expect(page.get_by_role("complementary")).to_contain_text("twelve candles")
    take(page, "functions")
    page.goto(f"{base}/data/notes/note-1")
    seen = page.get_by_label("Seen by the user")
    seen.fill("grace")
    seen.press("Enter")
    read = page.locator(".verdict").first
    expect(read).to_contain_text("Denied")
    read.locator("summary").click()
    take(page, "verdicts")
    page.goto(f"{base}/fixtures")
    page.get_by_role("button", name="Write the test").click()
    expect(page.locator("pre")).to_contain_text("SavedStateTests")
    take(page, "fixtures")


def production(context):
    administration.setUpModule()
    try:
        for uid, name in PEOPLE:
            administration.administer("accounts", localId=uid, email=f"{uid}@example.com", displayName=name,
                                      password=administration.PASSWORD, emailVerified=uid != "grace")
        page = context.new_page()
        page.goto(administration.invite("margaret@admin.example", "owner"))
        page.get_by_label("New password").fill(administration.PASSWORD)
        page.get_by_role("button", name="Go on").click()
        key = page.locator(".secretkey").inner_text().replace(" ", "")
        page.get_by_label("Code of your authenticator app").fill(administration.totp(key, int(time.time()) // 30))
        page.get_by_role("button", name="Finish").click()
        expect(page.get_by_role("heading", name="Overview")).to_be_visible()
        page.get_by_role("link", name="Users").first.click()
        page.get_by_role("row").filter(has_text="Katherine").click()
        drawer = page.get_by_role("complementary")
        drawer.get_by_role("button", name="Disable", exact=True).click()
        expect(drawer.get_by_role("button", name="Enable", exact=True)).to_be_visible()
        take(page, "production-users")
        page.get_by_role("link", name="Audit").first.click()
        page.get_by_role("row").filter(has_text="UpdateAccount").first.click()
        expect(page.get_by_role("complementary")).to_contain_text("What was asked for")
        take(page, "production-audit")
        phone = context.browser.new_context(storage_state=context.storage_state(), viewport={"width": 390, "height": 760},
                                            color_scheme="dark", locale="en-GB")
        small = phone.new_page()
        small.goto(f"{administration.server.console}/console/users")
        expect(small.get_by_role("row").nth(1)).to_be_visible()
        take(small, "production-phone")
    finally:
        administration.tearDownModule()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium.PATH, args=["--no-sandbox"])
    for draw in (emulator, production):
        context = browser.new_context(viewport={"width": 1280, "height": 760}, locale="en-GB")
        draw(context)
        context.close()
    browser.close()
