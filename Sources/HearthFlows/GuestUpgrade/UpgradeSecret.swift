internal import HearthCore
internal import HearthJSON

/// The two sessions of an upgrade, to be sealed until it has ended.
struct UpgradeSecret: Codable {
    var target: Secret<[UInt8]>?
    var guest: Secret<[UInt8]>?

    init(target: Secret<[UInt8]>?, guest: Secret<[UInt8]>?) {
        self.target = target
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
