internal import HearthWire

/// Every user of a project or a tenant, fetched page by page while it is read.
public struct UserSequence: AsyncSequence, Sendable {
    /// What it yields.
    public typealias Element = UserRecord
    /// Why it ends early.
    public typealias Failure = AdminError

    private static let pageSize = 1000

    let caller: AdminCaller

    /// Starts from the first user.
    ///
    /// - Returns: The iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(caller: caller)
    }

    /// Reads users one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let caller: AdminCaller
        private var page: ArraySlice<UserInfo> = []
        private var position = Position.start

        private enum Position: Equatable {
            case start
            case after(String)
            case end
        }

        fileprivate init(caller: AdminCaller) {
            self.caller = caller
        }

        /// Reads the next user, as ``next(isolation:)`` does.
        public mutating func next() async throws(AdminError) -> UserRecord? {
            try await next(isolation: nil)
        }

        /// Reads the next user, fetching a page if need be.
        ///
        /// - Parameter actor: The actor whose code is reading.
        /// - Returns: The user, or `nil` after the last one.
        /// - Throws: ``AdminError``; the sequence ends with it.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(AdminError) -> UserRecord? {
            while page.isEmpty, position != .end { try await fetch() }
            guard let user = page.popFirst() else { return nil }
            return try UserRecord(user)
        }

        private mutating func fetch() async throws(AdminError) {
            var request = ListAccounts.Request()
            request.maxResults = UserSequence.pageSize
            if case .after(let token) = position { request.nextPageToken = token }
            let last = position
            position = .end
            let response = try await caller.call(ListAccounts.self, request)
            page = (response.users ?? [])[...]
            // A service that says the same token twice would be read for ever.
            guard !page.isEmpty, let token = response.nextPageToken, last != .after(token) else { return }
            position = .after(token)
        }
    }
}
