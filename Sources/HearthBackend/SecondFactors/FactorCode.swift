internal import HearthCore
internal import HearthWire

/// A code of a second factor as it was typed, whichever operation it came with.
enum FactorCode: Sendable {
    /// A texted code, with its session.
    case phone(Secret<String>, session: Secret<String>)
    /// A code of an authenticator app; its session or its enrollment is the operation's business.
    case app(Secret<String>)

    init(_ phone: PhoneFactor.Code) throws(APIError) {
        if phone.androidVerificationProof != nil {
            throw .notImplemented("androidVerificationProof is unsupported!")
        }
        guard let code = phone.code, !code.reveal().isEmpty else { throw APIError(.missingCode) }
        guard let session = phone.sessionInfo, !session.reveal().isEmpty else { throw APIError(.missingSessionInfo) }
        self = .phone(code, session: session)
    }

    init(app code: Secret<String>?) throws(APIError) {
        guard let code, !code.reveal().isEmpty else { throw APIError(.missingCode) }
        self = .app(code)
    }
}
