import HearthCore
import HearthCrypto
import HearthJSON
import HearthServerCrypto

/// A SAML provider of the tests' own: it writes responses in their canonical form, so that what it writes is what it signs.
struct SAMLSigner: Sendable {
    static let entityID = "https://idp.example.com/entity"
    static let callback = "https://app.example.com/__/auth/handler"

    let key: RSAPrivateKey
    let certificate: String

    init() throws {
        key = try RSAPrivateKey.generate()
        certificate = try Certificate.selfSigned(
            commonName: "idp",
            key: key,
            from: UnixTime(seconds: 0),
            until: UnixTime(seconds: 4_000_000_000)
        ).pem
    }

    /// The configuration of the provider, as an administrator writes it.
    var configuration: JSONValue {
        [
            "enabled": true,
            "idpConfig": [
                "idpEntityId": .string(Self.entityID), "ssoUrl": "https://idp.example.com/login?x=1",
                "idpCertificates": [["x509Certificate": .string(certificate)]],
            ],
            "spConfig": ["spEntityId": "sp", "callbackUri": .string(Self.callback)],
        ]
    }

    /// A signed response for a user, in base64.
    func response(
        _ name: String,
        answering request: String,
        id: String = "_a1",
        audience: String = "sp",
        isSigned: Bool = true,
        at now: UnixTime
    ) throws -> String {
        let (start, end) = (CivilTime(now).rfc3339, CivilTime(now + .minutes(5)).rfc3339)
        let open =
            #"<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="\#(id)" "#
            + #"IssueInstant="\#(start)" Version="2.0"><saml:Issuer>\#(Self.entityID)</saml:Issuer>"#
        let rest =
            #"<saml:Subject><saml:NameID>\#(name)</saml:NameID><saml:SubjectConfirmation "#
            + #"Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="\#(request)" "#
            + #"NotOnOrAfter="\#(end)" Recipient="\#(Self.callback)"></saml:SubjectConfirmationData>"#
            + #"</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="\#(start)" NotOnOrAfter="\#(end)">"#
            + "<saml:AudienceRestriction><saml:Audience>\(audience)</saml:Audience></saml:AudienceRestriction>"
            + #"</saml:Conditions><saml:AttributeStatement><saml:Attribute Name="groups"><saml:AttributeValue>staff"#
            + "</saml:AttributeValue><saml:AttributeValue>crew</saml:AttributeValue></saml:Attribute>"
            + "</saml:AttributeStatement></saml:Assertion>"
        let signature = isSigned ? try self.signature(over: open + rest, id) : ""
        let response =
            #"<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_p1" Version="2.0">"#
            + #"<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode>"#
            + "</samlp:Status>\(open)\(signature)\(rest)</samlp:Response>"
        return Base64.encode(Array(response.utf8), .standard)
    }

    private func signature(over text: String, _ id: String) throws -> String {
        let digest = Base64.encode(Digest.sha256.hash(Array(text.utf8)), .standard)
        let namespace = #" xmlns:ds="http://www.w3.org/2000/09/xmldsig#""#
        func info(_ namespace: String) -> String {
            #"<ds:SignedInfo\#(namespace)><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#">"#
                + "</ds:CanonicalizationMethod><ds:SignatureMethod "
                + #"Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>"#
                + ##"<ds:Reference URI="#\##(id)"><ds:Transforms><ds:Transform "##
                + #"Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform><ds:Transform "#
                + #"Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms><ds:DigestMethod "#
                + #"Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>\#(digest)"#
                + "</ds:DigestValue></ds:Reference></ds:SignedInfo>"
        }
        let value = Base64.encode(try key.signRS256(Array(info(namespace).utf8)), .standard)
        return "<ds:Signature\(namespace)>\(info(""))<ds:SignatureValue>\(value)</ds:SignatureValue></ds:Signature>"
    }
}
