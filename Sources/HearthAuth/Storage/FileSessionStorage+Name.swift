internal import HearthCore
internal import HearthCrypto

extension FileSessionStorage {
    /// A file name that no other project, server or tenant has, and that tells the project to a human.
    static func name(for configuration: AuthConfiguration) -> String {
        let identity = [configuration.identity, configuration.apiKey, configuration.tenantID ?? ""]
        let digest = Digest.sha256.hash(Array(identity.joined(separator: "\n").utf8))
        let project = (configuration.project ?? "project").prefix(40).map { character in
            character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
        }
        return String(project) + "-" + Hex.encode(digest.prefix(8))
    }
}
