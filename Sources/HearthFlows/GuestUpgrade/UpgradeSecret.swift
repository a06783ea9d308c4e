internal import HearthCore
internal import HearthJSON

/// The guest's own session, to be sealed until the guest is deleted.
struct UpgradeSecret: Codable {
    var guest: Secret<[UInt8]>

    init?(guest: Secret<[UInt8]>?) {
        guard let guest else { return nil }
        self.guest = guest
    }

    init?(text: Secret<String>) {
        guard let secret = try? JSON.decode(Self.self, from: Array(text.reveal().utf8)) else { return nil }
        self = secret
    }

    var text: Secret<String>? {
        (try? JSON.encode(self)).map { Secret(String(decoding: $0, as: UTF8.self)) }
    }
}
