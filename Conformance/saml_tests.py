"""Signing in at a real SAML identity provider: pysaml2, with xmlsec1, and `hearth serve --profile strict`.

The provider is somebody else's code, and it verifies what this server signs. The browser is played by `requests`: it opens
the page of the official clients, goes to the provider, and posts the provider's answer back.
"""

import base64
import html
import logging
import os
import re
import subprocess
import tempfile
import threading
import unittest
import urllib.parse

import requests
from cryptography.hazmat.primitives import serialization
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.xmldsig import DIGEST_SHA256, DIGEST_SHA512, SIG_RSA_SHA1, SIG_RSA_SHA256

from certificates import self_signed

logging.disable(logging.CRITICAL)

HEARTH = os.path.join(os.environ["HEARTH_BIN"], "hearth")
PROJECT = "demo-saml"
OWNER = {"Authorization": "Bearer owner"}
DEADLINE = 120
ENTITY = "https://idp.example.com/metadata"
PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:Password"


def key_pair(folder, name):
    """Makes a key with a certificate, and returns their paths."""
    key, certificate = self_signed(name)
    paths = [os.path.join(folder, f"{name}.{end}") for end in ("key", "pem")]
    form = serialization.PrivateFormat.TraditionalOpenSSL
    with open(paths[0], "wb") as file:
        file.write(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))
    with open(paths[1], "wb") as file:
        file.write(certificate.public_bytes(serialization.Encoding.PEM))
    return paths


class SAMLTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.base = cls.serve()
        cls.key, cls.certificate = key_pair(cls.folder, "idp")
        with open(cls.certificate, encoding="utf-8") as file:
            certificate = file.read()
        cls.callback = f"{cls.base}/__/auth/handler"
        made = cls.configure("post", "?inboundSamlConfigId=saml.staff", {
            "enabled": True,
            "idpConfig": {
                "idpEntityId": ENTITY, "ssoUrl": "https://idp.example.com/sso", "signRequest": True,
                "idpCertificates": [{"x509Certificate": certificate}],
            },
            "spConfig": {"spEntityId": "hearth-sp", "callbackUri": cls.callback},
        })
        own = made["spConfig"]["spCertificates"][0]["x509Certificate"]
        cls.own = "".join(line for line in own.splitlines() if "-" not in line)
        cls.provider = cls.idp(cls.key, cls.certificate)

    @classmethod
    def serve(cls):
        process = subprocess.Popen(
            [HEARTH, "serve", "--port", "0", "--project", PROJECT, "--storage", "memory", "--profile", "strict"],
            stderr=subprocess.PIPE, text=True,
        )
        cls.addClassCleanup(process.stderr.close)
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.terminate)
        for line in process.stderr:
            if found := re.search(r"listens on (http://[^ ,\n]+)", line):
                break
        threading.Thread(target=process.stderr.read, daemon=True).start()
        return found[1]

    @classmethod
    def configure(cls, method, end, body):
        url = f"{cls.base}/identitytoolkit.googleapis.com/v2/projects/{PROJECT}/inboundSamlConfigs{end}"
        answer = requests.request(method, url, json=body, headers=OWNER, timeout=DEADLINE)
        answer.raise_for_status()
        return answer.json()

    @classmethod
    def idp(cls, key, certificate, audience="hearth-sp"):
        """The provider, which knows this server by its description and wants its requests signed."""
        metadata = f"""<?xml version="1.0"?>
            <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{audience}">
            <md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true"
              protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
            <md:KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
            <ds:X509Certificate>{cls.own}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
            <md:AssertionConsumerService Binding="{BINDING_HTTP_POST}" Location="{cls.callback}" index="0"/>
            </md:SPSSODescriptor></md:EntityDescriptor>"""
        settings = {
            "entityid": ENTITY, "key_file": key, "cert_file": certificate,
            "xmlsec_binary": "/usr/bin/xmlsec1", "metadata": {"inline": [metadata]},
            "encryption_keypairs": [{"key_file": key, "cert_file": certificate}],
            "service": {"idp": {
                "endpoints": {"single_sign_on_service": [("https://idp.example.com/sso", BINDING_HTTP_REDIRECT)]},
                "want_authn_requests_signed": True,
                "policy": {"default": {"lifetime": {"minutes": 5}, "attribute_restrictions": None}},
            }},
        }
        return Server(config=IdPConfig().load(settings))

    def begin(self):
        """Opens the page of the official clients: the provider's page, and the session."""
        query = {"apiKey": "k", "appName": "[DEFAULT]", "authType": "signInViaPopup", "providerId": "saml.staff"}
        page = requests.get(self.callback, params=query, timeout=DEADLINE)
        self.assertEqual(page.status_code, 200, page.text)
        values = {name: html.unescape(value) for name, value in re.findall(r'data-([a-z-]+)="([^"]*)"', page.text)}
        self.assertEqual(values["error"], "")
        asked = urllib.parse.parse_qs(urllib.parse.urlsplit(values["url"]).query)
        return {name: value[0] for name, value in asked.items()}, values["session"]

    def answer(self, asked, user="ada@example.com", provider=None, change=lambda text: text, **options):
        """The provider's answer to a request that it has verified."""
        provider = provider or self.provider
        request = self.provider.parse_authn_request(
            asked["SAMLRequest"], BINDING_HTTP_REDIRECT, relay_state=asked["RelayState"],
            sigalg=asked["SigAlg"], signature=asked["Signature"],
        )
        known = self.provider.response_args(request.message)
        self.assertEqual(known["destination"], self.callback)
        options = {"sign_assertion": True, "sign_response": True, **options}
        name = NameID(format=NAMEID_FORMAT_PERSISTENT, text=user)
        response = provider.create_authn_response(
            identity={"givenName": ["Ada"], "eduPersonAffiliation": ["staff", "crew"]}, userid=user, name_id=name,
            authn={"class_ref": PASSWORD, "authn_auth": "idp"}, sign_alg=options.pop("sign_alg", SIG_RSA_SHA256),
            digest_alg=options.pop("digest_alg", DIGEST_SHA256), **known, **options,
        )
        return base64.b64encode(change(str(response)).encode()).decode()

    def finish(self, response, asked, session):
        """Posts the answer as the provider's page does, and comes back as the client."""
        form = {"SAMLResponse": response, "RelayState": asked["RelayState"]}
        posted = requests.post(self.callback, data=form, allow_redirects=False, timeout=DEADLINE)
        self.assertEqual(posted.status_code, 303, posted.text)
        place = posted.headers["Location"]
        self.assertTrue(place.startswith(self.callback + "?"))
        self.assertEqual(requests.get(place, timeout=DEADLINE).status_code, 200)
        url = f"{self.base}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=k"
        body = {"requestUri": place, "sessionId": session, "returnSecureToken": True}
        return requests.post(url, json=body, timeout=DEADLINE).json()

    def sign_in(self, user="ada@example.com", **options):
        asked, session = self.begin()
        return self.finish(self.answer(asked, user, **options), asked, session)

    def refused(self, words, **options):
        message = self.sign_in(**options)["error"]["message"]
        self.assertRegex(message, r"^(INVALID_IDP_RESPONSE|MISSING_OR_INVALID_NONCE) : ")
        self.assertIn(words, message)

    def test_signs_in_and_again(self):
        first = self.sign_in()
        self.assertEqual(first["federatedId"], "ada@example.com")
        payload = first["idToken"].split(".")[1]
        claims = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)).decode()
        self.assertIn("staff", claims)
        self.assertEqual(self.sign_in()["localId"], first["localId"])

    def test_either_signature_suffices_with_sha512_too(self):
        for options in ({"sign_response": False}, {"digest_alg": DIGEST_SHA512}):
            self.assertIn("idToken", self.sign_in(**options))

    def test_refuses_what_is_not_signed_as_it_has_to_be(self):
        self.refused("not signed", sign_assertion=False, sign_response=False)
        self.refused("RSA with SHA-256", sign_alg=SIG_RSA_SHA1)
        stranger = self.idp(*key_pair(self.folder, "stranger"))
        self.refused("signature", provider=stranger)

    def test_refuses_an_encrypted_assertion_in_words(self):
        with open(self.certificate, encoding="utf-8") as file:
            own = "".join(line for line in file.read().splitlines() if "-" not in line)
        self.refused(
            "encrypted", sign_response=False, encrypt_assertion=True, encrypt_cert_assertion=own,
        )

    def test_refuses_what_was_changed_on_the_way(self):
        self.refused("signature", change=lambda text: text.replace("ada@example.com", "eve@example.com"))
        self.refused("signature", change=lambda text: text.replace(">staff<", ">admin<"))
        # A comment splits a name for readers that take the first text alone.
        changed = self.sign_in(
            user="ada@example.com.eve.example",
            change=lambda text: text.replace("ada@example.com.eve", "ada@example.com<!---->.eve"),
        )
        self.assertNotEqual(changed.get("federatedId"), "ada@example.com")

    def test_refuses_signed_parts_that_were_moved(self):
        def wrapped(text):
            """The signed assertion goes into an extension, and a forged one takes its place."""
            found = re.search(r"<(\w+):Assertion .*</\1:Assertion>", text, re.DOTALL)
            signed = found[0]
            forged = re.sub(r"<(\w+):Signature .*?</\1:Signature>", "", signed, flags=re.DOTALL)
            forged = forged.replace("ada@example.com", "eve@example.com")
            forged = re.sub(r' ID="[^"]+"', ' ID="forged"', forged, count=1)
            extension = f"<samlp:Extensions xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol'>{signed}</samlp:Extensions>"
            return text.replace(signed, extension + forged)

        self.refused("", change=wrapped, sign_response=False)
        self.refused("", change=lambda text: text.replace(
            "</ns0:Response>", re.search(r"<(\w+):Assertion .*</\1:Assertion>", text, re.DOTALL)[0] + "</ns0:Response>"
        ), sign_response=False)

    def test_refuses_another_audience(self):
        other = self.idp(self.key, self.certificate, audience="another-sp")
        asked, session = self.begin()
        request = self.provider.parse_authn_request(
            asked["SAMLRequest"], BINDING_HTTP_REDIRECT, relay_state=asked["RelayState"],
            sigalg=asked["SigAlg"], signature=asked["Signature"],
        )
        known = {**self.provider.response_args(request.message), "sp_entity_id": "another-sp"}
        response = other.create_authn_response(
            identity={}, userid="ada", name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text="ada"),
            authn={"class_ref": PASSWORD, "authn_auth": "idp"}, sign_assertion=True, sign_alg=SIG_RSA_SHA256,
            digest_alg=DIGEST_SHA256, **known,
        )
        message = self.finish(base64.b64encode(str(response).encode()).decode(), asked, session)["error"]["message"]
        self.assertIn("audience", message)

    def test_an_answer_counts_once_and_for_its_own_request(self):
        asked, session = self.begin()
        response = self.answer(asked)
        self.assertIn("idToken", self.finish(response, asked, session))
        posted = requests.post(
            self.callback, data={"SAMLResponse": response, "RelayState": asked["RelayState"]}, timeout=DEADLINE
        )
        self.assertEqual(posted.status_code, 400)
        other, another = self.begin()
        self.assertIn("another request", self.finish(response, other, another)["error"]["message"])


if __name__ == "__main__":
    unittest.main()
