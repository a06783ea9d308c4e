internal import HearthAuth
internal import HearthCore

extension Auth {
    /// The language of mails and messages, for example `de`; `nil` for the project's own.
    public var languageCode: String? {
        get { client?.languageCode }
        set { client?.languageCode = newValue }
    }

    /// The tenant that the next sign-ins are for, if the project has tenants.
    public var tenantID: String? {
        get { client?.tenantID }
        set { client?.tenantID = newValue }
    }

    /// Has mails and messages written in the language that the app is shown in.
    public func useAppLanguage() {
        client?.useAppLanguage()
    }
}

/// What can be set for tests; here without effect, because no app is verified before a code is texted.
public final class AuthSettings: Sendable {
    private let isDisabled = Locked(false)

    /// Whether apps are not verified; kept, and not looked at.
    public var isAppVerificationDisabledForTesting: Bool {
        get { isDisabled.withLock(\.self) }
        set { isDisabled.withLock { $0 = newValue } }
    }
}
