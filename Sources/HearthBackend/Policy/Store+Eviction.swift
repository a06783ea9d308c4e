internal import HearthDatabase
internal import HearthWire

extension Store {
    /// Ends what would let somebody stay in an account whose address they had not proved: its sessions, and the codes
    /// that were mailed for it.
    func evict(from account: String, _ tx: borrowing Transaction) throws {
        try sessions.endAll(of: account, tx)
        for type in [CodeType.passwordReset, .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactor] {
            try codes.deleteAll(type, of: account, tx)
        }
    }
}
