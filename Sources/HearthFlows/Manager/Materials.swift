internal import HearthAuth
internal import HearthCore

/// What effects need and no state may hold: proofs, sessions and the app's own closures.
///
/// Each goes when its call ends.
struct Materials {
    var proofs: [FlowID: IdentityProvider] = [:]
    var newAccounts: Set<FlowID> = []
    var changes: [FlowID: @Sendable (AuthManager) async throws(FlowError) -> Void] = [:]
    var handlers: [FlowID: ReauthenticationHandler] = [:]
    var codes: [FlowID: (code: Secret<String>, factor: String?)] = [:]
    var mails: [FlowID: ActionCodeSettings] = [:]
    var answer: ReauthenticationAnswer?

    /// The credential that a conflict stopped.
    var stopped: AuthCredential?
    /// The account of a conflict, signed in to aside.
    var aside: Auth?
    var resolver: MultiFactorResolver?
    var verificationID: Secret<String>?
    var textID: Secret<String>?
    var gateReason = ""
    var enrollmentKey: EnrollmentKey?
    var enrollmentNames: [FlowID: String] = [:]
    var upgrade = UpgradeMaterials()
    var deletions: [FlowID: DeletionMaterials] = [:]

    mutating func forget(_ call: FlowID) {
        proofs[call] = nil
        newAccounts.remove(call)
        changes[call] = nil
        handlers[call] = nil
        codes[call] = nil
        mails[call] = nil
        enrollmentNames[call] = nil
        deletions[call] = nil
    }
}

/// What the upgrade of a guest needs.
struct UpgradeMaterials {
    var merge: MergeGuest?
    /// The other account, signed in to aside.
    var target: Auth?
    /// The guest's own session, to delete the guest with.
    var guest: Auth?
}

/// What the deletion of an account needs.
struct DeletionMaterials {
    var steps: [Step] = []
    var revokeApple: (@Sendable (User) async throws -> Void)?
    var handler: ReauthenticationHandler?
}
