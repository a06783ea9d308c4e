import HearthAuth
import HearthCore
import HearthTesting
import Testing

/// Each sign-in method, in each situation that it can meet, by the public API of the client against the strict backend.
@Suite("Every sign-in method, in every situation, in process and live", .timeLimit(.minutes(15)))
struct SignInMatrixTests {
    /// What using the sign-in method comes to.
    enum Outcome: Hashable, Sendable {
        /// The account is new.
        case welcome
        /// It is the account of before.
        case welcomeBack
        case refused(AuthError.Code)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let kind: SignInKind
        let situation: Situation
        let carrier: Carrier
        let outcome: Outcome

        var testDescription: String { "\(kind) · \(situation) · \(carrier)" }
    }

    private static let cases: [Case] = Carrier.allCases.flatMap { carrier in
        SignInKind.allCases.flatMap { kind in
            Situation.allCases.compactMap { situation in
                outcome(of: kind, in: situation).map {
                    Case(kind: kind, situation: situation, carrier: carrier, outcome: $0)
                }
            }
        }
    }

    /// The table; `nil` where the sign-in method cannot meet the situation.
    private static func outcome(of kind: SignInKind, in situation: Situation) -> Outcome? {
        switch (situation, kind) {
        case (.newUser, _): .welcome
        // A guest who has left does not come back.
        case (_, .guest): nil
        case (.existingUser, _): .welcomeBack
        case (.disabled, _): .refused(.userDisabled)
        // A custom token needs no second factor, and is good for an hour.
        case (.secondFactor, .customToken), (.replayed, .customToken): .welcomeBack
        case (.expired, .customToken): .refused(.invalidCustomToken)
        case (_, .customToken): nil
        case (.linked, _): .welcomeBack
        case (.secondFactor, .phone): .refused(.unsupportedFirstFactor)
        case (.secondFactor, _): .refused(.secondFactorRequired)
        case (.collision, .password), (.collision, .emailLink): .refused(.emailAlreadyInUse)
        case (.collision, _): .refused(.credentialAlreadyInUse)
        case (.expired, .password), (.replayed, .password): nil
        case (.expired, .emailLink): .refused(.expiredActionCode)
        case (.replayed, .emailLink): .refused(.invalidActionCode)
        case (.expired, .phone): .refused(.sessionExpired)
        case (.replayed, .phone): .refused(.invalidVerificationID)
        case (.expired, _): .refused(.invalidCredential)
        case (.replayed, _): .refused(.missingOrInvalidNonce)
        }
    }

    @Test(arguments: cases)
    func `comes out as the table says`(_ test: Case) async throws {
        let bench = try await SignInBench()
        try await test.carrier.connect(to: bench.backend) { auth in
            let outcome = try await Self.play(test.kind, test.situation, bench, auth)
            #expect(outcome == test.outcome)
        }
    }

    private static func play(
        _ kind: SignInKind,
        _ situation: Situation,
        _ bench: SignInBench,
        _ auth: Auth
    ) async throws -> Outcome {
        let owner = try await prepare(kind, situation, bench, auth)
        let result: AuthDataResult
        do {
            let ticket = try await bench.ticket(kind, for: auth)
            if situation == .expired {
                bench.backend.clock.advance(by: kind == .customToken ? .hours(1) : .minutes(15))
            }
            if situation == .replayed {
                try await bench.use(ticket, on: auth)
                try await auth.signOut()
            }
            result = try await show(ticket, kind, situation, bench, auth)
        } catch let error as AuthError {
            // Anyone who was there stays, and no one comes in.
            #expect(auth.currentUser?.isAnonymous ?? true)
            return .refused(error.code)
        }
        #expect(auth.currentUser?.uid == result.user.uid)
        guard result.additionalUserInfo.isNewUser else {
            #expect(result.user.uid == owner?.uid)
            return .welcomeBack
        }
        return .welcome
    }

    private static func show(
        _ ticket: SignInBench.Ticket,
        _ kind: SignInKind,
        _ situation: Situation,
        _ bench: SignInBench,
        _ auth: Auth
    ) async throws(AuthError) -> AuthDataResult {
        if situation == .newUser, kind == .password {
            return try await auth.createUser(withEmail: SignInBench.email, password: SignInBench.password)
        }
        guard situation == .collision, case .credential(let credential) = ticket, let guest = auth.currentUser else {
            return try await bench.use(ticket, on: auth)
        }
        return try await guest.link(with: credential)
    }

    /// Brings about what the sign-in method will meet.
    ///
    /// - Returns: Whose account it is; `nil` if there is none yet.
    private static func prepare(
        _ kind: SignInKind,
        _ situation: Situation,
        _ bench: SignInBench,
        _ auth: Auth
    ) async throws -> User? {
        switch situation {
        case .newUser, .expired: return nil
        case .existingUser, .disabled, .collision, .replayed:
            let owner = try await bench.enter(kind, on: auth).user
            try await auth.signOut()
            if situation == .disabled { try await bench.disable(owner) }
            if situation == .collision { try await auth.signInAnonymously() }
            return owner
        case .linked:
            let guest = try await auth.signInAnonymously().user
            let user = try await link(kind, to: guest, bench, auth)
            #expect(user.uid == guest.uid && !user.isAnonymous)
            try await auth.signOut()
            return user
        case .secondFactor:
            var user = try await bench.enter(kind == .customToken ? .customToken : .password, on: auth).user
            if kind == .customToken { user = try await link(.password, to: user, bench, auth) }
            if kind != .password, kind != .customToken { user = try await link(kind, to: user, bench, auth) }
            // Anyone who came by telephone cannot enroll: the password is shown once more.
            if kind == .phone {
                user = try await bench.use(try await bench.ticket(.password, for: auth), on: auth).user
            }
            try await bench.enrollSecondFactor(user, of: auth)
            try await auth.signOut()
            return user
        }
    }

    private static func link(
        _ kind: SignInKind,
        to user: User,
        _ bench: SignInBench,
        _ auth: Auth
    ) async throws -> User {
        guard case .credential(let credential) = try await bench.ticket(kind, for: auth) else { return user }
        // The address is linked already, with the password: the mailed link needs no further word.
        guard kind != .emailLink || user.isAnonymous else { return user }
        return try await user.link(with: credential).user
    }
}
