internal import HearthAuth

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
