package import HearthCore
internal import HearthJSON

// An enrollment may wait for its first code until the next run of the app.
extension TOTPSecret {
    private struct Stored: Codable {
        var key: Secret<String>
        var session: Secret<String>
        var account: String
        var codeLength: Int
        var codeInterval: Int64
        var hashingAlgorithm: String
        var enrollmentDeadline: UnixTime?
    }

    /// The key as text to be sealed.
    package var storedForm: Secret<String>? {
        let stored = Stored(
            key: key,
            session: session,
            account: account,
            codeLength: codeLength,
            codeInterval: codeInterval.wholeSeconds,
            hashingAlgorithm: hashingAlgorithm,
            enrollmentDeadline: enrollmentDeadline
        )
        return (try? JSON.encode(stored)).map { Secret(String(decoding: $0, as: UTF8.self)) }
    }

    /// Reads what ``storedForm`` wrote.
    ///
    /// - Parameter storedForm: The text; `nil` comes of one that this version cannot read.
    package init?(storedForm: Secret<String>) {
        guard let stored = try? JSON.decode(Stored.self, from: Array(storedForm.reveal().utf8)) else { return nil }
        key = stored.key
        session = stored.session
        account = stored.account
        codeLength = stored.codeLength
        codeInterval = .seconds(stored.codeInterval)
        hashingAlgorithm = stored.hashingAlgorithm
        enrollmentDeadline = stored.enrollmentDeadline
    }
}
