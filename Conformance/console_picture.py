"""Takes the picture of the console that README shows, from a server that runs: console_picture.py ADDRESS FILE."""

import json
import sys
import urllib.error
import urllib.request

from playwright.sync_api import expect, sync_playwright

import chromium

address, file = sys.argv[1:]


def call(operation, **body):
    request = urllib.request.Request(
        f"http://{address}/identitytoolkit.googleapis.com/v1/{operation}?key=picture",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "X-Client-Version": "HearthAuth"},
    )
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        return json.load(error)


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium.PATH, args=["--no-sandbox"])
    page = browser.new_context(viewport={"width": 1280, "height": 760}).new_page()
    page.goto(f"http://{address}/console/users")
    page.get_by_role("button", name="Make test users").first.click()
    expect(page.get_by_role("row")).to_have_count(9)
    call("accounts:signUp", email="margaret@example.com", password="correct horse 42", displayName="Margaret Hamilton")
    for password in ("horse", "battery", "correct horse 42"):
        call("accounts:signInWithPassword", email="ada@example.com", password=password)
    call("accounts:sendVerificationCode", phoneNumber="+17575550149", recaptchaToken="picture")
    call("accounts:sendOobCode", requestType="PASSWORD_RESET", email="grace@example.com")
    page.goto(f"http://{address}/console/log")
    page.get_by_text("grace@example.com").first.click()
    page.get_by_role("button", name="Choose a new password").click()
    page.get_by_text("ada@example.com").first.click()
    expect(page.get_by_role("complementary")).to_be_visible()
    page.mouse.move(0, 0)
    page.screenshot(path=file)
    browser.close()
