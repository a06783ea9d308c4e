internal import HearthCore
internal import HearthWire

/// The name by which users know an app, on pages and in mails.
enum PublicName {
    static let longest = 64

    /// Whether text may be a name: one line of at most ``longest`` characters that shows in the order in which it is
    /// written.
    static func isValid(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, text.count <= longest,
            text.utf8.count <= longest * 8
        else { return false }
        return !first.properties.isWhitespace && !last.properties.isWhitespace
            && scalars.allSatisfy { !isControl($0) && !$0.properties.isBidiControl }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}

extension ProjectSettings {
    /// The name by which users know the project's app: the project's own, the server's, or else the project's identifier.
    func publicName(of project: ProjectID, _ configuration: BackendConfiguration) -> String {
        more.publicName ?? configuration.publicName ?? project.rawValue
    }
}
