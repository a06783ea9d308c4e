"""Certificates that are made for a test."""

import datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa


def self_signed(name):
    """A new RSA key, and its certificate of yesterday until tomorrow."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now, day = datetime.datetime.now(datetime.timezone.utc), datetime.timedelta(days=1)
    certificate = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - day).not_valid_after(now + day)
        .sign(key, hashes.SHA256())
    )
    return key, certificate
