package import HearthCore

/// `accounts:sendVerificationCode`: texts a code that proves who reads the telephone's messages.
package enum SendVerificationCode: Operation {
    package static let routes = [Route].userAccounts("sendVerificationCode", legacy: "sendVerificationCode")

    package struct Request: Message {
        package var phoneNumber: String?
        package var recaptchaToken: String?
        package var iosReceipt: String?
        package var iosSecret: Secret<String>?
        package var captchaResponse: Secret<String>?
        package var clientType: String?
        package var recaptchaVersion: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        /// What the code has to come back with.
        package var sessionInfo: Secret<String>?

        package init() {}
    }
}
