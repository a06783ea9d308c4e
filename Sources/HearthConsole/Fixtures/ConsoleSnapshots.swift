public import HearthCore
internal import HearthJSON

/// States of an emulator that were saved by name: accounts, tenants, settings, documents and the clock.
public protocol ConsoleSnapshots: Sendable {
    /// What is saved, newest first.
    func list() async throws(ConsoleFailure) -> [ConsoleSnapshot]

    /// Saves the present state.
    ///
    /// - Parameters:
    ///   - name: Its name: 1 to 60 letters, digits, `-` and `_`.
    ///   - replaces: Whether a state of this name is replaced; else it is a conflict.
    /// - Throws: ``ConsoleFailure``.
    func make(_ name: String, replaces: Bool) async throws(ConsoleFailure)

    /// Puts a saved state in place of the present one.
    ///
    /// - Parameter name: Its name.
    /// - Throws: ``ConsoleFailure``; if files of the state cannot be read, what was cleared stays cleared.
    func restore(_ name: String) async throws(ConsoleFailure)

    /// Removes a saved state.
    ///
    /// - Parameter name: Its name.
    /// - Throws: ``ConsoleFailure``.
    func remove(_ name: String) async throws(ConsoleFailure)
}

/// A state that was saved.
public struct ConsoleSnapshot: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// When it was saved, by the machine's clock.
    public var savedAt: UnixTime
    /// How many accounts it has, those of tenants left out.
    public var accounts: Int
    /// How many documents it has.
    public var documents: Int
    /// Its folder, which `hearth serve --import` and Firebase's own emulators read.
    public var folder: String

    /// Describes a state.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - savedAt: When it was saved.
    ///   - accounts: How many accounts it has.
    ///   - documents: How many documents it has.
    ///   - folder: Its folder.
    public init(name: String, savedAt: UnixTime, accounts: Int, documents: Int, folder: String) {
        self.name = name
        self.savedAt = savedAt
        self.accounts = accounts
        self.documents = documents
        self.folder = folder
    }

    var json: JSONObject {
        [
            "name": .string(name), "savedAt": .integer(savedAt.milliseconds), "accounts": .integer(Int64(accounts)),
            "documents": .integer(Int64(documents)), "folder": .string(folder),
        ]
    }
}
