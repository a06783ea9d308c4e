internal import HearthBackend
internal import HearthCore
internal import HearthJSON

/// The file of `hearth serve --config`.
///
/// It is JSON, because the house has one strict parser already, which refuses a name that stands twice, and because
/// every tool that deploys servers can write it; what would be a comment in another format is a line in the help.
struct ServeFile {
    /// What the file says of options of the command line, by their names there.
    private(set) var values: [String: [String]] = [:]
    /// The switches that the file turns on.
    private(set) var switches: Set<String> = []
    /// Where each option stands in the file.
    private(set) var places: [String: String] = [:]
    /// The bearer token of the project's own servers.
    let administratorToken: Secret<String>?

    private let root: ConfigObject

    private static let texts = [
        "host": "host", "storage": "storage", "profile": "profile", "tokenSigning": "token-signing",
        "singleProject": "single-project", "publicURL": "public-url", "publicName": "public-name",
        "passkeyDomain": "passkey-domain",
        "firestorePort": "firestore-port", "rules": "rules", "indexes": "indexes",
        "metadataAccount": "metadata-account", "consoleListen": "console-listen", "consoleURL": "console-url",
    ]
    private static let integers = [
        "port": "port", "metadataPort": "metadata-port", "threads": "threads", "maxBody": "max-body",
    ]
    private static let lists = [
        "projects": "project", "authorizedDomains": "authorized-domain", "passkeyOrigins": "passkey-origin",
        "trustedProxies": "trusted-proxy", "internalHosts": "internal-host",
    ]
    private static let truths = [
        "production": "production", "allowRemoteEmulator": "allow-remote-emulator",
        "allowProxiedEmulator": "allow-proxied-emulator", "quiet": "quiet",
        "strictIndexes": "strict-indexes",
    ]
    private static let others = [
        "serviceAccounts", "administratorTokenEnv", "administratorTokenFile", "emailLinks", "secondFactors",
        "testPhoneNumbers", "providers",
    ]

    /// Reads a file.
    ///
    /// - Throws: ``CommandFailure`` with the file's name and the place in it.
    init(path: String) throws {
        try self.init(Array(try SystemEnvironment.text(ofFile: path).utf8), path: path)
    }

    /// Reads the content of a file.
    init(_ bytes: [UInt8], path: String) throws {
        let document: JSONValue
        do {
            document = try JSON.parse(bytes)
        } catch {
            let line = bytes.prefix(error.offset ?? 0).count { $0 == UInt8(ascii: "\n") } + 1
            throw CommandFailure("\(path), line \(line): \(error.reason)")
        }
        let known = [Self.texts, Self.integers, Self.lists, Self.truths].flatMap(\.keys) + Self.others
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        root = try ConfigObject(document, at: path, folder: folder, knowing: known)
        administratorToken = try root.secret("administratorToken")
        try readOptions()
    }

    private mutating func readOptions() throws {
        for (name, option) in Self.texts {
            try set(option, name, root.text(name).map { [value(of: name, $0)] })
        }
        for (name, option) in Self.integers { try set(option, name, root.integer(name).map { ["\($0)"] }) }
        for (name, option) in Self.lists { try set(option, name, root.texts(name)) }
        for (name, option) in Self.truths where try root.truth(name) == true { switches.insert(option) }
        let accounts = try root.map("serviceAccounts")?.map { "\($0.name)=\(root.path($0.text))" }
        set("service-account", "serviceAccounts", accounts)
    }

    /// A value as the option takes it: what is a path starts at the file's folder.
    private func value(of name: String, _ text: String) -> String {
        switch name {
        case "storage": storage(text)
        case "rules", "indexes": root.path(text)
        default: text
        }
    }

    private mutating func set(_ option: String, _ name: String, _ values: [String]?) {
        guard let values else { return }
        self.values[option] = values
        places[option] = root.place(of: name)
    }

    private func storage(_ text: String) -> String {
        text.hasPrefix("sqlite:") && text.utf8.count > 7 ? "sqlite:" + root.path(String(text.dropFirst(7))) : text
    }

    /// Applies what no option of the command line says.
    func apply(to configuration: inout BackendConfiguration) throws {
        if let emailLinks = try root.truth("emailLinks") { configuration.allowsEmailLinkSignIn = emailLinks }
        if let names = try root.texts("secondFactors") {
            configuration.secondFactors = Set(
                try names.map { name in
                    guard let factor = BackendConfiguration.SecondFactor(rawValue: name) else {
                        throw root.refusal("secondFactors", "expected phone or totp")
                    }
                    return factor
                }
            )
        }
        for (number, code) in try root.map("testPhoneNumbers") ?? [] {
            guard PhoneNumber(number)?.text == number, code.utf8.count == 6,
                code.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else {
                throw root.refusal("testPhoneNumbers", "expected numbers as +15555550100, each with six digits")
            }
            configuration.testPhoneNumbers[number] = Secret(code)
        }
        let entries = try root.objects("providers", knowing: ProviderEntry.members)
        configuration.providers = try entries.map { try ProviderEntry.configuration($0) }
    }
}
