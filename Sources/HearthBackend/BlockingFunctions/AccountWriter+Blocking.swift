internal import HearthCore
internal import HearthDatabase
internal import HearthWire

extension AccountWriter {
    /// Adds the account of a user who has come alone: the project's function may refuse it or change it.
    ///
    /// - Throws: `APIError` if the function refuses, or if another account owns its address, its number or a provider's
    ///   user.
    func admit(_ account: Account, _ tx: borrowing Transaction) throws -> Account {
        guard let blocking = tx.call.blocking else { return try create(account, tx) }
        return try blocking.create(account, tx)
    }
}

extension SessionStarter {
    /// Starts the session of a sign-in: the project's function may refuse it, and give the session claims.
    func signIn(
        _ account: Account,
        provider: ProviderID,
        claims: String? = nil,
        attributes: String? = nil,
        proof: SecondFactorProof? = nil,
        _ tx: borrowing Transaction
    ) throws -> Started {
        let asked = try tx.call.blocking?.signIn(account, proof: proof, tx)
        return try start(
            asked?.account ?? account,
            provider: provider,
            claims: CustomClaims.merging(claims, asked?.claims),
            attributes: attributes,
            proof: proof,
            isSignIn: true,
            tx
        )
    }
}

extension Transaction {
    /// The identifier of a new account: the same whenever the transaction runs again, because functions are told it.
    borrowing func newUserID(_ random: RandomSource) -> UserID {
        call.blocking?.newID ?? random.userID()
    }
}
