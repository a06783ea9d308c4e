public import HearthCore
public import HearthJSON
internal import HearthWire

extension AdminAuth {
    /// Creates a user.
    ///
    /// - Parameter user: What is known of the user; everything may be left out.
    /// - Returns: The user.
    /// - Throws: ``AdminError``, for example with code ``AdminError/Code/emailExists``.
    public func createUser(_ user: NewUser = NewUser()) async throws(AdminError) -> UserRecord {
        let response = try await caller.call(SignUp.self, user.request)
        return try await existing(response.localId)
    }

    /// Finds a user by identifier.
    ///
    /// - Parameter uid: The identifier.
    /// - Returns: The user, or `nil` if there is none.
    /// - Throws: ``AdminError``.
    public func user(_ uid: UserID) async throws(AdminError) -> UserRecord? {
        try await find(LookUpAccount.Request { $0.localId = [uid.rawValue] })
    }

    /// Finds a user by e-mail address.
    ///
    /// - Parameter email: The address, in any case.
    /// - Returns: The user, or `nil` if there is none.
    /// - Throws: ``AdminError``.
    public func user(byEmail email: String) async throws(AdminError) -> UserRecord? {
        try await find(LookUpAccount.Request { $0.email = [email.lowercased()] })
    }

    /// Finds a user by telephone number.
    ///
    /// - Parameter number: The number in E.164 form.
    /// - Returns: The user, or `nil` if there is none.
    /// - Throws: ``AdminError``.
    public func user(byPhoneNumber number: PhoneNumber) async throws(AdminError) -> UserRecord? {
        try await find(LookUpAccount.Request { $0.phoneNumber = [number.text] })
    }

    /// Changes a user.
    ///
    /// A new e-mail address or password ends the user's sessions.
    ///
    /// - Parameters:
    ///   - uid: The user.
    ///   - change: What changes; what is left out stays.
    /// - Returns: The user as it is now.
    /// - Throws: ``AdminError``, for example with code ``AdminError/Code/userNotFound``.
    @discardableResult
    public func updateUser(_ uid: UserID, _ change: UserChange) async throws(AdminError) -> UserRecord {
        _ = try await caller.call(UpdateAccount.self, change.request(of: uid))
        return try await existing(uid.rawValue)
    }

    /// Lets a user in no longer, or again.
    ///
    /// - Parameters:
    ///   - isDisabled: Whether the user is kept out.
    ///   - uid: The user.
    /// - Throws: ``AdminError``, for example with code ``AdminError/Code/userNotFound``.
    public func setDisabled(_ isDisabled: Bool, of uid: UserID) async throws(AdminError) {
        try await updateUser(uid, UserChange { $0.isDisabled = isDisabled })
    }

    /// Puts claims into every token that the user gets from now on, in place of the earlier ones.
    ///
    /// - Parameters:
    ///   - claims: The claims, at most 1000 bytes of JSON; empty to remove them.
    ///   - uid: The user.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/claimsTooLarge``, ``AdminError/Code/forbiddenClaim``, ….
    public func setCustomClaims(_ claims: JSONObject, of uid: UserID) async throws(AdminError) {
        let request = UpdateAccount.Request {
            $0.localId = uid.rawValue
            $0.customAttributes = String(decoding: JSON.serialize(.object(claims)), as: UTF8.self)
        }
        _ = try await caller.call(UpdateAccount.self, request)
    }

    /// Ends every session of a user: refresh tokens no longer work.
    ///
    /// ID tokens stay valid for up to an hour wherever ``checkNotRevoked(_:)`` is not asked.
    ///
    /// - Parameter uid: The user.
    /// - Throws: ``AdminError``, for example with code ``AdminError/Code/userNotFound``.
    public func revokeRefreshTokens(of uid: UserID) async throws(AdminError) {
        let request = UpdateAccount.Request {
            $0.localId = uid.rawValue
            $0.validSince = DecimalString(now().seconds)
        }
        _ = try await caller.call(UpdateAccount.self, request)
    }

    /// Removes a user for ever.
    ///
    /// - Parameter uid: The user.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/userNotFound``, ….
    public func deleteUser(_ uid: UserID) async throws(AdminError) {
        _ = try await caller.call(DeleteAccount.self, DeleteAccount.Request { $0.localId = uid.rawValue })
    }

    private func find(_ request: LookUpAccount.Request) async throws(AdminError) -> UserRecord? {
        guard let user = try await caller.call(LookUpAccount.self, request).users?.first else { return nil }
        return try UserRecord(user)
    }

    /// A user who must be there, because the service just said so.
    private func existing(_ uid: String?) async throws(AdminError) -> UserRecord {
        guard let uid = uid.flatMap(UserID.init) else {
            throw AdminError(.unexpectedAnswer, "the answer names no user")
        }
        guard let user = try await user(uid) else { throw AdminError(.userNotFound) }
        return user
    }
}
