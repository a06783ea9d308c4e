internal import HearthAdmin
internal import HearthCore
internal import HearthJSON

/// What `hearth users` is asked to do.
enum UserAction {
    case list(limit: Int)
    case create(NewUser, claims: JSONObject?)
    case delete([UserID])
    case deleteByEmail(String)

    static let valued: Set<String> = ["limit", "email", "password", "uid", "name", "phone", "claims"]
    static let switches: Set<String> = ["json", "verified", "disabled"]

    init(_ options: Options) throws {
        let words = options.operands
        switch words.first {
        case "list":
            try Self.refuseMore(words)
            self = .list(limit: try options.integer("limit", in: 1...Int(Int32.max), default: .max))
        case "create":
            try Self.refuseMore(words)
            self = .create(try Self.newUser(options), claims: try Self.claims(options))
        case "delete": self = try Self.deletion(options)
        case let word?: throw UsageError("users cannot '\(word)'", hint: Self.hint)
        case nil: throw UsageError("users needs list, create or delete", hint: Self.hint)
        }
    }

    /// Does it, handing over the lines of its output as they come.
    ///
    /// - Parameters:
    ///   - admin: The administrator.
    ///   - isJSON: Whether users are printed as JSON.
    ///   - width: The terminal's columns, which a list fits; `nil` for a pipe.
    ///   - print: Prints a line.
    /// - Throws: `AdminError`.
    func perform(_ admin: AdminAuth, isJSON: Bool, width: Int? = nil, print: (String) -> Void) async throws {
        let form = UserLine(width: width)
        switch self {
        case .list(let limit):
            var count = 0
            for try await user in admin.users {
                if count == 0, !isJSON { print(form.header) }
                print(isJSON ? UserLine.json(user) : form.text(user))
                count += 1
                if count == limit { break }
            }
            if count == 0, !isJSON { print("Project \(admin.project.rawValue) has no users.") }
        case .create(let user, let claims):
            var made = try await admin.createUser(user)
            if let claims {
                try await Self.set(claims, of: made.uid, admin)
                made.customClaims = claims
            }
            print(isJSON ? UserLine.json(made) : "Created \(UserLine.name(of: made)).")
        case .delete(let uids):
            for uid in uids {
                try await admin.deleteUser(uid)
                if !isJSON { print("Deleted user \(uid.rawValue.printable).") }
            }
        case .deleteByEmail(let email):
            guard let user = try await admin.user(byEmail: email) else { throw AdminError(.emailNotFound) }
            try await admin.deleteUser(user.uid)
            if !isJSON { print("Deleted \(UserLine.name(of: user)).") }
        }
    }

    private static let hint = "hearth users --help explains the options"

    private static func refuseMore(_ words: [String]) throws {
        if words.count > 1 { throw UsageError("users \(words[0]) takes no '\(words[1])'", hint: hint) }
    }

    /// The account is made with its claims or not at all, so that the command can be given again.
    private static func set(_ claims: JSONObject, of uid: UserID, _ admin: AdminAuth) async throws(AdminError) {
        do throws(AdminError) {
            try await admin.setCustomClaims(claims, of: uid)
        } catch {
            if error.code != .noAnswer { try? await admin.deleteUser(uid) }
            throw error
        }
    }

    private static func newUser(_ options: Options) throws -> NewUser {
        let phone = try options.last("phone").map { text in
            guard let number = PhoneNumber(text) else {
                throw options.refusal("phone", text, expected: "a number such as +15555550100")
            }
            return number
        }
        let uid = try options.last("uid").map { text in
            guard let uid = UserID(rawValue: text) else {
                throw options.refusal("uid", text, expected: "1 to 128 bytes")
            }
            return uid
        }
        // What an unset variable of a script leaves would otherwise make an account without an address.
        if options.last("email") == "" { throw options.refusal("email", "", expected: "an address") }
        let password = try options.last("password").map { try StandardInput.value(of: $0, "password") }
        return NewUser {
            $0.uid = uid
            $0.email = options.last("email")
            $0.isEmailVerified = options.has("verified")
            $0.password = password.map { Secret($0) }
            $0.displayName = options.last("name")
            $0.phoneNumber = phone
            $0.isDisabled = options.has("disabled")
        }
    }

    private static func claims(_ options: Options) throws -> JSONObject? {
        guard let text = options.last("claims") else { return nil }
        guard let claims = try? JSON.parse(Array(text.utf8)).object else {
            throw options.refusal("claims", text, expected: "a JSON object")
        }
        return claims
    }

    private static func deletion(_ options: Options) throws -> UserAction {
        let words = options.operands.dropFirst()
        if let email = options.last("email") {
            guard words.isEmpty else {
                throw UsageError("name the users by --email or by UID, not by both", hint: hint)
            }
            return .deleteByEmail(email)
        }
        guard !words.isEmpty else { throw UsageError("users delete needs a UID or --email", hint: hint) }
        return .delete(
            try words.map { word in
                guard let uid = UserID(rawValue: word) else {
                    throw UsageError("'\(word.printable)' is no UID: expected 1 to 128 bytes", hint: hint)
                }
                return uid
            }
        )
    }
}
