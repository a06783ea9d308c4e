package import HearthCore

/// `accounts:signInWithPhoneNumber`: starts a session with a texted code, or gives an account its number.
package enum SignInWithPhoneNumber: Operation {
    package static let routes = [Route].userAccounts("signInWithPhoneNumber", legacy: "verifyPhoneNumber")

    package struct Request: Message {
        package var sessionInfo: Secret<String>?
        package var code: Secret<String>?
        /// The proof of an earlier call that the number was shown to be the caller's; with ``phoneNumber``.
        package var temporaryProof: Secret<String>?
        package var phoneNumber: String?
        /// The account that gets the number; without one, anyone who has the number signs in.
        package var idToken: Secret<String>?
        package var operation: PhoneOperation?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    /// Tokens, or a proof if the number is another account's.
    package struct Response: TokenFields {
        package var localId: String?
        package var isNewUser: Bool?
        package var phoneNumber: String?
        package var idToken: Secret<String>?
        package var refreshToken: Secret<String>?
        package var expiresIn: DecimalString?
        package var temporaryProof: Secret<String>?
        /// Seconds until the proof ends.
        package var temporaryProofExpiresIn: DecimalString?

        package init() {}
    }
}

/// What a telephone number is proved for.
package struct PhoneOperation: WireEnum {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let names = [
        "VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "REAUTH", "UPDATE", "LINK",
    ]
    package static let signUpOrIn = PhoneOperation(rawValue: "SIGN_UP_OR_IN")
    package static let reauthenticate = PhoneOperation(rawValue: "REAUTH")
    package static let update = PhoneOperation(rawValue: "UPDATE")
    package static let link = PhoneOperation(rawValue: "LINK")
}
