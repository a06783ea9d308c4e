internal import HearthCore
internal import HearthJSON

/// What has to be sealed of a sign-in that waits for its second factor.
struct SecondFactorSecret: Codable {
    var pending: Secret<String>
    var verificationID: Secret<String>?

    init(pending: Secret<String>, verificationID: Secret<String>?) {
        self.pending = pending
        self.verificationID = verificationID
    }

    init?(text: Secret<String>) {
        guard let secret = try? JSON.decode(Self.self, from: Array(text.reveal().utf8)) else { return nil }
        self = secret
    }

    var text: Secret<String>? {
        (try? JSON.encode(self)).map { Secret(String(decoding: $0, as: UTF8.self)) }
    }
}
