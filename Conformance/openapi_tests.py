"""The description that `hearth serve` gives of its own API, held against the rules of OpenAPI 3.1.

Run by Conformance/run, which starts the server and sets FIREBASE_AUTH_EMULATOR_HOST.
"""

import os
import unittest

import requests
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

import hearth

BASE = f"http://{os.environ['FIREBASE_AUTH_EMULATOR_HOST']}"


class Description(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        path = requests.get(BASE, timeout=hearth.PATIENCE).json()["authEmulator"]["apiSpec"]
        cls.document = requests.get(BASE + path, timeout=hearth.PATIENCE).json()

    def test_it_is_valid(self):
        self.assertEqual(self.document["openapi"], "3.1.0")
        validate(self.document)

    def test_answers_are_what_it_says(self):
        body = {"email": "described@example.com", "password": "secret1", "returnSecureToken": True}
        path = "/identitytoolkit.googleapis.com/v1/accounts:signUp"
        answer = requests.post(f"{BASE}{path}?key=fake-api-key", json=body, timeout=hearth.PATIENCE).json()
        self.check(answer, path, "post")
        for path in ("/emulator/v1/projects/{targetProjectId}/clock", "/emulator/v1/projects/{targetProjectId}/config"):
            address = BASE + path.replace("{targetProjectId}", os.environ["HEARTH_PROJECT"])
            self.check(requests.get(address, timeout=hearth.PATIENCE).json(), path, "get")

    def check(self, answer, path, method):
        schema = self.document["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
        root = {"components": self.document["components"], **schema}
        Draft202012Validator(root).validate(answer)
        properties = self.document["components"]["schemas"][schema["$ref"].split("/")[-1]]["properties"]
        self.assertLessEqual(set(answer), set(properties))


if __name__ == "__main__":
    unittest.main()
