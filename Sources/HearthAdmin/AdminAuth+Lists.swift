public import HearthCore
internal import HearthWire

extension AdminAuth {
    private static let largestBatch = 1000

    /// Every user, in the order of the identifiers, fetched a thousand at a time.
    ///
    /// Users who come or go while it is read may be in it or not.
    public var users: UserSequence {
        UserSequence(caller: caller)
    }

    /// Removes users for ever, a thousand at a time.
    ///
    /// - Parameter uids: The users; who is not there is no failure.
    /// - Returns: Those that could not be removed.
    /// - Throws: ``AdminError`` if a batch was refused as a whole; earlier ones are done.
    @discardableResult
    public func deleteUsers(_ uids: [UserID]) async throws(AdminError) -> [UserFailure] {
        var failures: [UserFailure] = []
        for (offset, batch) in Self.batches(of: uids) {
            let request = DeleteAccounts.Request {
                $0.localIds = batch.map(\.rawValue)
                $0.force = true
            }
            for failure in try await caller.call(DeleteAccounts.self, request).errors ?? [] {
                failures.append(UserFailure(index: offset + (failure.index ?? 0), message: failure.message ?? ""))
            }
        }
        return failures
    }

    /// Takes over users from elsewhere, a thousand at a time, with their identifiers and password hashes.
    ///
    /// A user whose identifier exists is overwritten.
    ///
    /// - Parameters:
    ///   - users: The users.
    ///   - hashes: How the password hashes were made; needed if a user has one.
    /// - Returns: Those that could not be taken over.
    /// - Throws: ``AdminError`` if a batch was refused as a whole; earlier ones are done.
    @discardableResult
    public func importUsers(
        _ users: [ImportedUser],
        hashes: PasswordHashing? = nil
    ) async throws(AdminError) -> [UserFailure] {
        var failures: [UserFailure] = []
        for (offset, batch) in Self.batches(of: users) {
            var request = ImportAccounts.Request()
            request.users = batch.map(\.wire)
            request.allowOverwrite = true
            hashes?.fill(&request)
            for failure in try await caller.call(ImportAccounts.self, request).error ?? [] {
                failures.append(UserFailure(index: offset + (failure.index ?? 0), message: failure.message ?? ""))
            }
        }
        return failures
    }

    private static func batches<Element>(of all: [Element]) -> [(offset: Int, batch: ArraySlice<Element>)] {
        stride(from: 0, to: all.count, by: largestBatch).map { start in
            (start, all[start..<min(start + largestBatch, all.count)])
        }
    }
}

/// Why one user of many was left as it was.
public struct UserFailure: Sendable, Hashable {
    /// The user's place in the list that was given.
    public let index: Int
    /// The service's words.
    public let message: String
}
