public import HearthCore
internal import HearthCrypto

extension SAMLServiceProvider {
    private static let protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol"
    private static let assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion"
    private static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"
    private static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"

    /// Reads a provider's response and believes what it signed for this service, a moment ago.
    ///
    /// Nothing is taken from outside the assertion that a signature covers, but for the refusals. A document with more
    /// than one assertion, or with a signature anywhere but in the response and in the assertion, is refused as a whole:
    /// attacks that move signed parts about need one or the other.
    ///
    /// - Parameters:
    ///   - document: The response, XML.
    ///   - request: The identifier of the request that it must answer; `nil` if the provider may begin on its own.
    ///   - now: The moment for which to check.
    /// - Returns: What is believed.
    /// - Throws: ``SAMLRejection``.
    public func assertion(
        from document: [UInt8],
        answering request: String?,
        at now: UnixTime
    ) throws(SAMLRejection) -> SAMLAssertion {
        let response: XMLElement
        do throws(XMLFailure) {
            response = try XMLParser.parse(document)
        } catch {
            throw .malformed(error.reason)
        }
        guard response.name.is("Response", in: Self.protocolNamespace), response.attribute("Version") == "2.0" else {
            throw .malformed("the document is no SAML 2.0 response")
        }
        try checkStatus(of: response)
        let assertion = try onlyAssertion(of: response)
        try checkSignatures(of: response, assertion)
        try checkAddress(response.attribute("Destination"))
        guard try issuer(of: response) ?? identityProvider == identityProvider,
            try issuer(of: assertion) == identityProvider
        else { throw .wrongIssuer }
        return try read(assertion, answering: request, at: now)
    }

    private func checkStatus(of response: XMLElement) throws(SAMLRejection) {
        let status = response.only("Status", in: Self.protocolNamespace)
        guard let code = status?.only("StatusCode", in: Self.protocolNamespace), let value = code.attribute("Value")
        else {
            throw .malformed("the response has no status")
        }
        guard value == Self.success else {
            let inner = code.only("StatusCode", in: Self.protocolNamespace)?.attribute("Value") ?? value
            throw .refused(String(inner.split(separator: ":").last ?? "").filter { $0.isASCII && $0.isLetter })
        }
    }

    /// The response's one assertion, if there is no other anywhere and no identifier twice.
    private func onlyAssertion(of response: XMLElement) throws(SAMLRejection) -> XMLElement {
        var (assertions, responses, isEncrypted) = (0, 0, false)
        var identifiers: [String] = []
        response.forEach { element in
            if element.name.is("Assertion", in: Self.assertionNamespace) { assertions += 1 }
            if element.name.is("Response", in: Self.protocolNamespace) { responses += 1 }
            if element.name.is("EncryptedAssertion", in: Self.assertionNamespace) { isEncrypted = true }
            for attribute in element.attributes where attribute.name.local.lowercased() == "id" {
                identifiers.append(attribute.value)
            }
        }
        guard !isEncrypted else { throw .malformed("the assertion is encrypted, which is not offered") }
        guard assertions == 1, responses == 1, Set(identifiers).count == identifiers.count,
            let assertion = response.only("Assertion", in: Self.assertionNamespace),
            assertion.attribute("Version") == "2.0"
        else { throw .malformed("the response has not exactly one assertion") }
        return assertion
    }

    /// Every signature has to be right, and one has to cover the assertion.
    private func checkSignatures(of response: XMLElement, _ assertion: XMLElement) throws(SAMLRejection) {
        var all = 0
        response.forEach { element in
            if element.name.is("Signature", in: XMLSignature.namespace) { all += 1 }
        }
        let places = [response, assertion].map { ($0, $0.elements("Signature", in: XMLSignature.namespace)) }
        guard all > 0 else { throw .unsigned("the response is not signed") }
        guard places.allSatisfy({ $0.1.count <= 1 }), places.reduce(0, { $0 + $1.1.count }) == all else {
            throw .unsigned("a signature stands where none belongs")
        }
        for (element, signatures) in places {
            for signature in signatures { try XMLSignature.check(signature, of: element, keys: keys) }
        }
    }

    private func issuer(of element: XMLElement) throws(SAMLRejection) -> String? {
        let issuers = element.elements("Issuer", in: Self.assertionNamespace)
        guard issuers.count <= 1 else { throw .malformed("an issuer twice") }
        return issuers.first?.text.map(Self.trimmed)
    }

    private func checkAddress(_ address: String?) throws(SAMLRejection) {
        guard let address, !address.isEmpty else { return }
        guard address == callbackURL else { throw .wrongAudience }
    }

    private func read(
        _ assertion: XMLElement,
        answering request: String?,
        at now: UnixTime
    ) throws(SAMLRejection) -> SAMLAssertion {
        guard let id = assertion.attribute("ID"), let subject = assertion.only("Subject", in: Self.assertionNamespace),
            let name = subject.only("NameID", in: Self.assertionNamespace)?.text.map(Self.trimmed),
            (1...1024).contains(name.utf8.count)
        else { throw .malformed("the assertion names no user") }
        let answered = try checkConfirmation(of: subject, answering: request, at: now)
        let end = try checkConditions(of: assertion, at: now)
        return SAMLAssertion(
            id: id,
            nameID: name,
            attributes: Self.attributes(of: assertion),
            expiresAt: max(answered.end, end),
            inResponseTo: answered.request
        )
    }

    /// The bearer of the assertion is its user, here and now.
    private func checkConfirmation(
        of subject: XMLElement,
        answering request: String?,
        at now: UnixTime
    ) throws(SAMLRejection) -> (request: String?, end: UnixTime) {
        let confirmations = subject.elements("SubjectConfirmation", in: Self.assertionNamespace)
        guard let confirmation = confirmations.first(where: { $0.attribute("Method") == Self.bearer }),
            let data = confirmation.only("SubjectConfirmationData", in: Self.assertionNamespace)
        else { throw .malformed("the assertion is not for its bearer") }
        guard data.attribute("Recipient") == callbackURL else { throw .wrongAudience }
        guard data.attribute("NotBefore") == nil, let end = try Self.moment(data, "NotOnOrAfter") else {
            throw .malformed("the assertion has no end")
        }
        guard now - clockSkew < end else { throw .expired }
        let answered = data.attribute("InResponseTo")
        if let request, answered != request { throw .wrongRequest }
        return (answered, end)
    }

    private func checkConditions(of assertion: XMLElement, at now: UnixTime) throws(SAMLRejection) -> UnixTime {
        guard let conditions = assertion.only("Conditions", in: Self.assertionNamespace) else {
            throw .malformed("the assertion has no conditions")
        }
        if let start = try Self.moment(conditions, "NotBefore"), start > now + clockSkew { throw .expired }
        let end = try Self.moment(conditions, "NotOnOrAfter")
        if let end, now - clockSkew >= end { throw .expired }
        let restrictions = conditions.elements("AudienceRestriction", in: Self.assertionNamespace)
        // Each restriction has to be met, and there has to be one.
        let isMeant = restrictions.allSatisfy { restriction in
            restriction.elements("Audience", in: Self.assertionNamespace).contains {
                $0.text.map(Self.trimmed) == entityID
            }
        }
        guard isMeant, !restrictions.isEmpty else { throw .wrongAudience }
        return end ?? now
    }

    private static func attributes(of assertion: XMLElement) -> [(name: String, values: [String])] {
        assertion.elements("AttributeStatement", in: assertionNamespace).flatMap { statement in
            statement.elements("Attribute", in: assertionNamespace).compactMap { attribute in
                guard let name = attribute.attribute("Name") else { return nil }
                let values = attribute.elements("AttributeValue", in: assertionNamespace).compactMap { $0.text }
                return (name, values.map(trimmed))
            }
        }
    }

    private static func moment(_ element: XMLElement, _ name: String) throws(SAMLRejection) -> UnixTime? {
        guard let text = element.attribute(name) else { return nil }
        guard let moment = UnixTime(rfc3339: text) else { throw .malformed("\(name) is no moment") }
        return moment
    }

    private static func trimmed(_ text: String) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
        let start = text.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...end])
    }
}
