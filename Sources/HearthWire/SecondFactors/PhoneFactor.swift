package import HearthCore

/// The parts of messages that are about a telephone as a second factor.
package enum PhoneFactor {
    /// Asks for a code to be texted.
    package struct Start: Message {
        /// The number to enroll; clients that sign in send the obfuscated one, which no one reads.
        package var phoneNumber: String?
        package var recaptchaToken: String?
        package var iosReceipt: String?
        package var iosSecret: Secret<String>?
        package var captchaResponse: Secret<String>?
        package var clientType: String?
        package var recaptchaVersion: String?

        package init() {}
    }

    /// What a texted code has to come back with.
    package struct Session: Message {
        package var sessionInfo: Secret<String>?

        package init() {}
    }

    /// A texted code, typed.
    package struct Code: Message {
        package var sessionInfo: Secret<String>?
        package var code: Secret<String>?
        /// The number, obfuscated; no one reads it.
        package var phoneNumber: String?
        package var androidVerificationProof: Secret<String>?

        package init() {}
    }
}
