public import HearthAuth
internal import HearthCore

/// The model behind the diary's screens: what is shown, and what its buttons do.
@MainActor
public final class Diary {
    /// What the user sees.
    public enum Screen: Sendable, Hashable {
        /// The app looks whether a user is signed in.
        case loading
        /// No user is signed in.
        case welcome
        /// A mail was sent to this address, and waits to be opened.
        case confirmAddress(String)
        /// The diary is open.
        case entries
    }

    /// What the user sees.
    public private(set) var screen = Screen.loading
    /// One sentence about what went wrong last; `nil` after something went right.
    public private(set) var notice: String?
    /// The pages, oldest first.
    public private(set) var entries: [Entry] = []

    private let auth: Auth
    private let server: any EntryServer

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - auth: Who is signed in.
    ///   - server: Where entries are kept.
    public init(auth: Auth, server: any EntryServer) {
        self.auth = auth
        self.server = server
    }

    /// Begins: shows the diary to who is signed in already.
    public func open() async {
        await auth.ready()
        show()
    }

    /// Creates an account, and mails a link to its address.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    public func signUp(email: String, password: String) async {
        await attempt {
            try await self.auth.createUser(withEmail: email, password: password).user.sendEmailVerification()
        }
    }

    /// Opens the diary of someone who has an account.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The password.
    public func signIn(email: String, password: String) async {
        await attempt { try await self.auth.signIn(withEmail: email, password: password) }
    }

    /// Looks whether the mailed link was opened meanwhile.
    public func addressWasConfirmed() async {
        await attempt { try await self.auth.currentUser?.reload() }
    }

    /// Says what a password still lacks, while it is typed.
    ///
    /// - Parameter password: What was typed so far.
    /// - Returns: One sentence for each rule that is broken; nothing if the rules cannot be had, because the service
    ///   looks again.
    public func advice(on password: String) async -> [String] {
        guard let status = try? await auth.validatePassword(password) else { return [] }
        let rules = [
            (status.meetsMinPasswordLength, "At least \(status.passwordPolicy.minimumLength) characters"),
            (status.containsUppercaseLetter ?? true, "A capital letter"),
            (status.containsNumericCharacter ?? true, "A digit"),
        ]
        return rules.filter { !$0.0 }.map(\.1)
    }

    /// Writes a page; without a network it waits on this device.
    ///
    /// - Parameter text: What was written.
    public func write(_ text: String) async {
        entries.append(Entry(text: text))
        await save()
    }

    /// Sends what waits to the server.
    public func save() async {
        await attempt {
            let token = try await self.auth.idToken()
            for index in self.entries.indices where !self.entries[index].isSaved {
                try await self.server.save(self.entries[index].text, token: token)
                self.entries[index].isSaved = true
            }
        }
    }

    /// Closes the diary.
    public func signOut() async {
        await attempt { try await self.auth.signOut() }
        entries = []
    }

    private func attempt(_ work: @MainActor () async throws -> Void) async {
        do {
            try await work()
            notice = nil
        } catch {
            notice = (error as? AuthError)?.userMessage ?? "The server cannot be reached. Your page is kept here."
        }
        show()
    }

    private func show() {
        switch auth.state {
        case .restoring, .storageUnavailable: screen = .loading
        case .signedOut: screen = .welcome
        case .signedIn(let user): screen = user.isEmailVerified ? .entries : .confirmAddress(user.email ?? "")
        }
    }
}
