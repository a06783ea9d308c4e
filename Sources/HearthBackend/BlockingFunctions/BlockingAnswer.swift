internal import HearthCore
internal import HearthJSON
internal import HearthWire

/// What a function wants to be different.
struct BlockingAnswer: Sendable {
    /// The new value of a member; `nil` inside clears it.
    enum Change<Value: Sendable>: Sendable {
        case keep
        case set(Value?)
    }

    var displayName: Change<String> = .keep
    var photoURL: Change<String> = .keep
    var isDisabled: Bool?
    var isEmailVerified: Bool?
    /// JSON text.
    var customClaims: Change<String> = .keep
    /// Claims of this session alone, as JSON text.
    var sessionClaims: String?
    /// Whether a message is not to be sent.
    var isBlocked = false

    /// Reads an answer's body.
    ///
    /// - Throws: `APIError` `BLOCKING_FUNCTION_ERROR_RESPONSE`, or what is wrong with custom claims.
    init(_ body: [UInt8], to event: BlockingEvent, isStrict: Bool) throws(APIError) {
        guard let document = try? JSON.parse(body, maximumValues: 100_000), document.object != nil else {
            throw .blockingFailure("((Response body is not valid JSON.))", reason: "parseError")
        }
        isBlocked = document["recaptchaActionOverride"]?.string == "BLOCK"
        guard let record = document["userRecord"], record != .null else { return }
        guard let mask = record["updateMask"]?.string, !mask.isEmpty else {
            throw APIError(.blockingFunctionErrorResponse, "((Response UserRecord is missing updateMask.))")
        }
        for name in mask.split(separator: ",", omittingEmptySubsequences: false) {
            switch name {
            case "displayName": displayName = .set(Self.text(record["displayName"]))
            // The official SDK for functions writes the second spelling.
            case "photoUrl", "photoURL": photoURL = .set(Self.text(record["photoUrl"] ?? record["photoURL"]))
            case "disabled": isDisabled = Self.truth(record["disabled"])
            case "emailVerified": isEmailVerified = Self.truth(record["emailVerified"])
            case "customClaims": customClaims = .set(try Self.claims(record["customClaims"]))
            case "sessionClaims" where event == .beforeSignIn:
                sessionClaims = try Self.sessionClaims(record["sessionClaims"], isStrict: isStrict)
            default: continue
            }
        }
        guard isStrict, case .set(let custom?) = customClaims, let session = sessionClaims else { return }
        guard custom.utf16.count + session.utf16.count <= CustomClaims.maximumLength else {
            throw APIError(.claimsTooLarge)
        }
    }

    /// Whether an account is another one after the changes.
    var changesAccount: Bool {
        if case .keep = displayName, case .keep = photoURL, case .keep = customClaims {
            return isDisabled != nil || isEmailVerified != nil
        }
        return true
    }

    /// Puts the changes into an account.
    func apply(to account: inout Account) {
        if case .set(let text) = displayName { account.displayName = text }
        if case .set(let text) = photoURL { account.photoURL = text }
        if case .set(let text) = customClaims { account.customAttributes = text }
        if let isDisabled { account.isDisabled = isDisabled }
        if let isEmailVerified, account.email != nil { account.isEmailVerified = isEmailVerified }
    }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .integer, .number, .bool: value.map { String(decoding: JSON.serialize($0), as: UTF8.self) }
        default: nil
        }
    }

    /// As JavaScript takes a value for true or false.
    private static func truth(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null, .string(""), .bool(false), .integer(0): false
        case .number(let number): number != 0
        default: true
        }
    }

    /// The claims as JSON text, checked; `nil` to clear them.
    private static func claims(_ value: JSONValue?) throws(APIError) -> String? {
        guard let value, value != .null else { return nil }
        let object = try CustomClaims.check(value)
        let text = String(decoding: JSON.serialize(.object(object)), as: UTF8.self)
        guard text.utf16.count <= CustomClaims.maximumLength else { throw APIError(.claimsTooLarge) }
        return object.isEmpty ? nil : text
    }

    /// The official emulator looks at the claims of a session no further: the reserved ones are overruled anyway.
    private static func sessionClaims(_ value: JSONValue?, isStrict: Bool) throws(APIError) -> String? {
        guard let value, value != .null else { return nil }
        let malformed = APIError(
            .blockingFunctionErrorResponse,
            "((Response has malformed session claims.))"
        )
        guard let object = value.object else { throw malformed }
        let text = String(decoding: JSON.serialize(value), as: UTF8.self)
        if isStrict {
            guard (try? CustomClaims.check(value)) != nil, text.utf16.count <= CustomClaims.maximumLength else {
                throw malformed
            }
        }
        return object.isEmpty ? nil : text
    }
}

extension APIError {
    /// A function could not be asked, or did not answer: the caller is told that the service failed.
    static func blockingFailure(_ words: String, reason: String) -> APIError {
        APIError(
            .blockingFunctionErrorResponse,
            words,
            httpStatus: 500,
            status: "INTERNAL",
            item: Item(reason: reason)
        )
    }
}
