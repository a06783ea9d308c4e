package import HearthCore
internal import HearthDatabase
internal import HearthFirestoreModel
package import HearthFirestoreStore
package import HearthFirestoreWire

/// Takes the answers of an operation that has any number of them; waits until there is room for another one.
package typealias ResultSink<Response: Message> = @Sendable (Response) async throws -> Void

/// The operations of Firestore, whatever transport their messages come by.
package struct FirestoreService: Sendable {
    let store: FirestoreStore
    let authorizer: any FirestoreAuthorizer
    let options: Options

    /// What differs between an emulator and a server.
    package struct Options: Sendable {
        /// The projects that are served; `nil` for any.
        package var projects: [String]?
        /// Whether answers are the official emulator's where Firestore's own differ: the last result of a query says that
        /// it is the last, and two array-contains clauses fail with another code.
        package var answersAsEmulator: Bool
        /// Where the ids of new documents come from.
        package var random: RandomSource
        /// Knows which indexes queries need.
        package var advisor = IndexAdvisor()

        package init(projects: [String]? = nil, answersAsEmulator: Bool = true, random: RandomSource = .system) {
            self.projects = projects
            self.answersAsEmulator = answersAsEmulator
            self.random = random
        }
    }

    package init(store: FirestoreStore, authorizer: any FirestoreAuthorizer, options: Options = Options()) {
        self.store = store
        self.authorizer = authorizer
        self.options = options
    }

    /// Refuses databases that are not served.
    func check(_ database: DatabaseName) throws(FirestoreError) -> DatabaseName {
        if let projects = options.projects, !projects.contains(where: { $0.hasSameBytes(as: database.project) }) {
            throw FirestoreError(.notFound, "The database \(database.text) does not exist.")
        }
        return database
    }

    func database(_ text: String) throws(FirestoreError) -> DatabaseName {
        try check(try DatabaseName(text))
    }

    func parent(_ text: String) throws(FirestoreError) -> ResourceName {
        let name = try ResourceName(parent: text)
        _ = try check(name.database)
        return name
    }

    func document(_ text: String) throws(FirestoreError) -> ResourceName {
        let name = try ResourceName(document: text)
        _ = try check(name.database)
        return name
    }

    /// Runs an operation's body; what it throws becomes an error of the protocol.
    func answering<Result>(_ body: () async throws -> Result) async throws(FirestoreError) -> Result {
        do {
            return try await body()
        } catch let error as FirestoreError {
            throw error
        } catch is CancellationError {
            throw FirestoreError(.cancelled, "The call was cancelled.")
        } catch let error as DatabaseError {
            let isTemporary = [.busy, .full, .closed].contains(error.code)
            throw FirestoreError(isTemporary ? .unavailable : .internal, "The store failed: \(error.code).")
        } catch {
            throw FirestoreError(.internal, "The server failed.")
        }
    }

    // MARK: Checks

    func getCheck(_ caller: FirestoreCaller) -> (@Sendable (ResourceName, Document?, DocumentReader) throws -> Void)? {
        if caller.isAdministrator { return nil }
        return { [authorizer] name, document, read in try authorizer.checkGet(name, document, caller, read) }
    }

    func listCheck(
        _ query: PreparedQuery,
        _ caller: FirestoreCaller
    ) -> (@Sendable (DocumentReader) throws -> Void)? {
        if caller.isAdministrator { return nil }
        return { [authorizer] read in try authorizer.checkList(query, caller, read) }
    }

    func changeCheck(_ caller: FirestoreCaller) -> ChangeCheck? {
        if caller.isAdministrator { return nil }
        return { [authorizer] changes, read in try authorizer.checkChanges(changes, caller, read) }
    }

    func requireAdministrator(
        _ caller: FirestoreCaller,
        _ message: String = "Metadata operations require admin authentication."
    ) throws(FirestoreError) {
        guard caller.isAdministrator else { throw FirestoreError(.permissionDenied, message) }
    }
}
