internal import HearthAuth

extension User {
    /// Asks the service for the account; this object shows it afterwards.
    public func reload() async throws {
        _ = try await perform { try await $0.reload() }
    }

    /// Asks the service for the account, and then calls the completion handler.
    public func reload(completion: AuthErrorCompletion? = nil) {
        complete(completion) { try await self.reload() }
    }

    /// Deletes the account for ever, and signs out.
    public func delete() async throws {
        try await perform { try await $0.delete() }
    }

    /// Deletes the account for ever, signs out, and then calls the completion handler.
    public func delete(completion: AuthErrorCompletion? = nil) {
        complete(completion) { try await self.delete() }
    }

    /// Changes the password; other sessions of the account end by that.
    public func updatePassword(to password: String) async throws {
        _ = try await perform { try await $0.updatePassword(to: password) }
    }

    /// Changes the password, and then calls the completion handler.
    public func updatePassword(to password: String, completion: AuthErrorCompletion? = nil) {
        complete(completion) { try await self.updatePassword(to: password) }
    }

    /// Changes the address at once; where addresses are protected the service refuses.
    public func updateEmail(to email: String) async throws {
        _ = try await perform { try await $0.updateEmail(to: email) }
    }

    /// Changes the address at once, and then calls the completion handler.
    public func updateEmail(to email: String, completion: AuthErrorCompletion? = nil) {
        complete(completion) { try await self.updateEmail(to: email) }
    }

    /// Gives the account a telephone number, in place of the one that it has.
    public func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws {
        _ = try await perform { try await $0.updatePhoneNumber(credential.value) }
    }

    /// Gives the account a telephone number, and then calls the completion handler.
    public func updatePhoneNumber(_ credential: PhoneAuthCredential, completion: AuthErrorCompletion? = nil) {
        complete(completion) { try await self.updatePhoneNumber(credential) }
    }

    /// Mails a link with which the user shows to read mail at the address.
    public func sendEmailVerification(with actionCodeSettings: ActionCodeSettings? = nil) async throws {
        try await perform { try await $0.sendEmailVerification(with: actionCodeSettings?.value) }
    }

    /// Mails a link with which the user shows to read mail, and then calls the completion handler.
    public func sendEmailVerification(
        with actionCodeSettings: ActionCodeSettings? = nil,
        completion: AuthErrorCompletion? = nil
    ) {
        complete(completion) { try await self.sendEmailVerification(with: actionCodeSettings) }
    }

    /// Mails a link to a new address; the account changes to it when the link is used, and its sessions end.
    public func sendEmailVerification(
        beforeUpdatingEmail newEmail: String,
        actionCodeSettings: ActionCodeSettings? = nil
    ) async throws {
        try await perform {
            try await $0.sendEmailVerification(
                beforeUpdatingEmail: newEmail,
                actionCodeSettings: actionCodeSettings?.value
            )
        }
    }

    /// Mails a link to a new address, and then calls the completion handler.
    public func sendEmailVerification(
        beforeUpdatingEmail newEmail: String,
        actionCodeSettings: ActionCodeSettings? = nil,
        completion: AuthErrorCompletion? = nil
    ) {
        complete(completion) {
            try await self.sendEmailVerification(beforeUpdatingEmail: newEmail, actionCodeSettings: actionCodeSettings)
        }
    }
}
