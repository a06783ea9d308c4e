package import HearthCore
internal import HearthDatabase

/// A move of the emulator's clock.
package enum ClockMove: Sendable, Hashable {
    /// By so much, forward or back.
    case advance(Duration)
    /// To a moment.
    case go(UnixTime)
    /// To where it is so much ahead of the machine's clock.
    case run(ahead: Duration)
}

/// What a move of the emulator's clock would do to what is stored.
package struct ClockPreview: Sendable {
    /// What can end by the clock.
    package enum Thing: String, Sendable, CaseIterable {
        /// Codes that were mailed.
        case mailedCodes
        /// Codes that were texted.
        case textedCodes
        /// Sign-ins that wait for a second factor.
        case pendingSignIns
        /// Numbers that were proved and need not be proved again.
        case phoneProofs
        /// The newest ID token of each session. Older ones of the same session are not known to the server.
        case idTokens
    }

    /// Where the clock would stand.
    package let moment: UnixTime
    /// How much of each ends.
    package let ending: [Thing: Int]
    /// How much of each that has ended could be used again; for moves back.
    package let returning: [Thing: Int]
    /// How many ID tokens would come from the future, and be refused for that; for moves back.
    package let futureTokens: Int
    /// Whether everything was counted: up to ten thousand of a kind, and among ten thousand sessions.
    package let isExact: Bool
}

extension Backend {
    /// What moves of the emulator's clock would do, without making them.
    ///
    /// Each counts by the indexes of ends, and looks at ten thousand sessions at most.
    ///
    /// - Parameters:
    ///   - moves: The moves.
    ///   - project: The project whose codes and tokens are counted.
    /// - Returns: For each move what it would do; `nil` for one to a moment that the clock cannot show.
    /// - Throws: ``BackendError`` if the storage fails.
    package func preview(
        _ moves: [ClockMove],
        of project: ProjectID
    ) async throws(BackendError) -> [ClockPreview?] {
        let (clock, now) = (inspected.clock, environment.now())
        let moments = moves.map { clock.target(of: $0) }
        do {
            return try await store.read(inspection(of: Scope(project: project, tenant: nil))) { [store] tx in
                try moments.map { moment in
                    try moment.map { try ClockPreview(from: now, to: $0, of: project, store, tx) }
                }
            }
        } catch {
            throw BackendError(.storage, "what a move of the clock would do cannot be counted: \(error)")
        }
    }
}

extension ClockPreview {
    fileprivate init(
        from now: UnixTime,
        to moment: UnixTime,
        of project: ProjectID,
        _ store: Store,
        _ tx: borrowing Transaction
    ) throws {
        let window = TimeWindow(start: min(now, moment), end: max(now, moment))
        let limit = TimeWindow.countLimit
        let tokens = try store.sessions.countUsed(
            in: window.earlier(by: IdentityClaims.lifetime),
            of: project,
            lookingAt: limit,
            tx
        )
        let things: [Thing: Int] = [
            .mailedCodes: try store.codes.countEnding(window, of: project, tx),
            .textedCodes: try store.phoneCodes.countEnding(window, of: project, tx),
            .pendingSignIns: try store.pendingSignIns.countEnding(window, of: project, tx),
            .phoneProofs: try store.phoneProofs.countEnding(window, of: project, tx),
            .idTokens: tokens.count,
        ]
        self.moment = moment
        let isForward = moment >= now
        ending = isForward ? things.mapValues { min($0, limit) } : [:]
        returning = isForward ? [:] : things.mapValues { min($0, limit) }
        futureTokens =
            isForward ? 0 : try store.sessions.countUsed(in: window, of: project, lookingAt: limit, tx).count
        isExact = tokens.areAll && things.values.allSatisfy { $0 <= limit }
    }
}
