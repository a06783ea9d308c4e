package import HearthCore

/// `accounts:sendOobCode`: mails a code that proves who reads the mailbox.
package enum SendCode: Operation {
    package static let routes = [Route].accounts("sendOobCode", legacy: "getOobConfirmationCode")

    package struct Request: Message {
        package var requestType: CodeType?
        package var email: String?
        package var newEmail: String?
        package var idToken: Secret<String>?
        package var continueUrl: String?
        package var canHandleCodeInApp: Bool?
        package var iOSBundleId: String?
        package var androidPackageName: String?
        package var androidInstallApp: Bool?
        package var androidMinimumVersion: String?
        package var linkDomain: String?
        /// Whether to answer with the link instead of mailing it; for administrators.
        package var returnOobLink: Bool?
        /// The proof of ``AppAttestationFields``, which has another name here.
        package var captchaResp: Secret<String>?
        package var clientType: String?
        package var recaptchaVersion: String?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var kind: String?
        package var email: String?
        package var oobCode: Secret<String>?
        package var oobLink: Secret<String>?

        package init() {}
    }
}

/// What a mailed code is for.
package struct CodeType: WireEnum {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let names = [
        "OOB_REQ_TYPE_UNSPECIFIED", "PASSWORD_RESET", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "VERIFY_EMAIL",
        "RECOVER_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
    ]
    package static let unspecified = CodeType(rawValue: "OOB_REQ_TYPE_UNSPECIFIED")
    package static let passwordReset = CodeType(rawValue: "PASSWORD_RESET")
    package static let verifyEmail = CodeType(rawValue: "VERIFY_EMAIL")
    package static let recoverEmail = CodeType(rawValue: "RECOVER_EMAIL")
    package static let emailSignIn = CodeType(rawValue: "EMAIL_SIGNIN")
    package static let verifyAndChangeEmail = CodeType(rawValue: "VERIFY_AND_CHANGE_EMAIL")
    package static let revertSecondFactor = CodeType(rawValue: "REVERT_SECOND_FACTOR_ADDITION")
}
