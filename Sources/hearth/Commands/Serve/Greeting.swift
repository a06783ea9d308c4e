internal import HearthBackend
internal import HearthCore
internal import HearthServer

/// What `hearth serve` says when it is ready.
enum Greeting {
    static func text(
        _ address: ServerAddress,
        firestore: ServerAddress? = nil,
        _ settings: ServeSettings
    ) -> String {
        let backend = settings.backend
        let projects = backend.projects.map(\.rawValue).joined(separator: ", ")
        let storage: String =
            switch backend.storage {
            case .memory: "in memory"
            case .sqlite(let path): path
            }
        var lines = [
            "hearth \(Version.current) listens on http://\(address)",
            "  project   \(projects)",
            "  profile   \(backend.profile.rawValue), tokens signed with \(backend.tokenSigning.rawValue)",
            "  storage   \(storage)",
        ]
        for notice in backend.notices { lines += [""] + wrapped(notice) }
        if backend.isEmulator { lines.append("  Real users need 'hearth serve --production'.") }
        if settings.console != nil { lines += ["", "  Console       http://\(address)/console"] }
        if backend.isEmulator {
            lines += [
                "",
                "  Admin SDKs    FIREBASE_AUTH_EMULATOR_HOST=\(address)",
                "  JavaScript    connectAuthEmulator(auth, \"http://\(address)\")",
                "  Swift         Auth(.emulator(project: \"\(backend.projects.first?.rawValue ?? "")\", "
                    + "host: \"\(address.host)\", port: \(address.port)))",
                "  API           http://\(address)/emulator/openapi.json, with controls for faults, clock and inbox",
            ]
        }
        if let firestore {
            let without = backend.isEmulator ? "everything is allowed" : "administrators alone are let in"
            let rules = settings.rules.map { "rules of \($0.path)" } ?? "without rules: \(without)"
            let place = backend.isEmulator ? "FIRESTORE_EMULATOR_HOST=\(firestore)" : "http://\(firestore)"
            lines.append("  Firestore     \(place), \(rules)")
        }
        return lines.joined(separator: "\n")
    }

    /// A notice in lines of at most 80 characters, indented.
    private static func wrapped(_ notice: String) -> [String] {
        var lines: [String] = []
        for word in notice.split(separator: " ") {
            if let line = lines.last, line.count + word.count < 80 {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append("  " + word)
            }
        }
        return lines
    }
}
