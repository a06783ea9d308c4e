internal import HearthCore
internal import HearthWire

/// What `hearth service-accounts` is asked to do.
enum ServiceAccountAction {
    case list
    case create(name: String, title: String?, file: String?)
    case delete(String)
    case keys(String)
    case addKey(String, file: String)
    case uploadKey(String, file: String)
    case deleteKey(String, key: String)

    private static let hint = "hearth service-accounts --help explains the options"

    init(_ options: Options) throws {
        let words = options.operands
        let counts = [
            "list": 0, "create": 1, "delete": 1, "keys": 1, "add-key": 1, "upload-key": 1, "delete-key": 2,
        ]
        guard let verb = words.first else {
            throw UsageError("service-accounts needs list, create, delete, or one of the keys' verbs", hint: Self.hint)
        }
        guard let count = counts[verb] else {
            throw UsageError("service-accounts cannot '\(verb)'", hint: Self.hint)
        }
        guard words.count == count + 1 else {
            throw UsageError("service-accounts \(verb) takes \(count) words after it", hint: Self.hint)
        }
        switch verb {
        case "create": self = .create(name: words[1], title: options.last("title"), file: options.last("key"))
        case "delete": self = .delete(words[1])
        case "keys": self = .keys(words[1])
        case "add-key": self = .addKey(words[1], file: try Self.need("key", verb, options))
        case "upload-key": self = .uploadKey(words[1], file: try Self.need("public-key", verb, options))
        case "delete-key": self = .deleteKey(words[1], key: words[2])
        default: self = .list
        }
    }

    private static func need(_ option: String, _ verb: String, _ options: Options) throws -> String {
        guard let value = options.last(option) else {
            throw UsageError("service-accounts \(verb) needs --\(option) FILE", hint: hint)
        }
        return value
    }

    /// Does it, handing over the lines of its output as they come.
    func perform(_ caller: OperatorCaller, print: (String) -> Void) async throws {
        switch self {
        case .list: try await Self.list(caller, print)
        case .create(let name, let title, let file):
            // A file that cannot be written is found out before there is an account.
            if let file { try NewFile.check(file) }
            let made = try await caller.call(CreateServiceAccount.self) {
                $0.accountId = name
                $0.serviceAccount = ServiceAccount { $0.displayName = title }
            }
            let email = made.email ?? ""
            print(email)
            if let file { try await Self.addKey(email, file, caller) }
        case .delete(let email): _ = try await caller.call(DeleteServiceAccount.self) { $0.account = email }
        case .keys(let email):
            let answer = try await caller.call(ListServiceAccountKeys.self) { $0.account = email }
            for key in answer.keys ?? [] {
                let id = key.name?.split(separator: "/").last.map(String.init) ?? ""
                print([id, key.validAfterTime ?? "", key.keyOrigin ?? ""].map(\.printable).joined(separator: "\t"))
            }
        case .addKey(let email, let file):
            try NewFile.check(file)
            try await Self.addKey(email, file, caller)
        case .uploadKey(let email, let file):
            let pem = try SystemEnvironment.text(ofFile: file)
            let key = try await caller.call(UploadServiceAccountKey.self) {
                $0.account = email
                $0.publicKeyData = Base64.encode(Array(pem.utf8), .standard)
            }
            print(key.name?.split(separator: "/").last.map(String.init) ?? "")
        case .deleteKey(let email, let key):
            _ = try await caller.call(DeleteServiceAccountKey.self) {
                $0.account = email
                $0.key = key
            }
        }
    }

    private static func list(_ caller: OperatorCaller, _ print: (String) -> Void) async throws {
        var token: String?
        repeat {
            let page = try await caller.call(ListServiceAccounts.self) {
                $0.pageSize = 100
                $0.pageToken = token
            }
            for account in page.accounts ?? [] {
                print([account.email ?? "", account.displayName ?? ""].map(\.printable).joined(separator: "\t"))
            }
            token = page.nextPageToken
        } while token != nil
    }

    private static func addKey(_ email: String, _ file: String, _ caller: OperatorCaller) async throws {
        let made = try await caller.call(CreateServiceAccountKey.self) { $0.account = email }
        guard let data = made.privateKeyData.flatMap({ Base64.decode($0.reveal().utf8, .standard) }) else {
            throw CommandFailure("the backend answered without a key")
        }
        do {
            try NewFile.write(Secret(data), to: file)
        } catch {
            // Nobody has a key that was not written.
            let id = made.name?.split(separator: "/").last.map(String.init)
            _ = try? await caller.call(DeleteServiceAccountKey.self) {
                $0.account = email
                $0.key = id
            }
            throw error
        }
    }
}
