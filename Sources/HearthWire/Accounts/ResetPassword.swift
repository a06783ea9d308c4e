package import HearthCore

/// `accounts:resetPassword`: checks a mailed code, and with a new password uses it.
package enum ResetPassword: Operation {
    package static let routes = [Route].userAccounts("resetPassword", legacy: "resetPassword")

    package struct Request: Message {
        package var oobCode: Secret<String>?
        package var newPassword: Secret<String>?
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message {
        package var kind: String?
        package var requestType: CodeType?
        package var email: String?
        package var newEmail: String?
        /// The second factor that the code takes away.
        package var mfaInfo: SecondFactorInfo?

        package init() {}
    }
}
