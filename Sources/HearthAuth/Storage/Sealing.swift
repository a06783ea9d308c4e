package import HearthCore
internal import HearthCrypto

/// Seals bytes with AES-256-GCM, behind a mark that tells whose they are and in which format.
package struct Sealing: Sendable {
    private let magic: [UInt8]

    /// Creates a way of sealing.
    ///
    /// - Parameter magic: What everything sealed begins with.
    package init(magic: String) {
        self.magic = Array(magic.utf8)
    }

    /// Seals bytes; `nil` if the key is none.
    package func seal(_ content: Secret<[UInt8]>, with key: Secret<[UInt8]>, _ random: RandomSource) -> [UInt8]? {
        guard let cipher = try? AES256GCM(key: key),
            let sealed = try? cipher.seal(content.reveal(), authenticating: magic, random: random)
        else { return nil }
        return magic + sealed
    }

    /// Opens what was sealed; `nil` if it is something else, was changed, or the key is another.
    package func open(_ bytes: [UInt8], with key: Secret<[UInt8]>) -> Secret<[UInt8]>? {
        guard bytes.starts(with: magic), let cipher = try? AES256GCM(key: key) else { return nil }
        return (try? cipher.open(Array(bytes.dropFirst(magic.count)), authenticating: magic)).map { Secret($0) }
    }
}
