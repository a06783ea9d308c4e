internal import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthServerCrypto
internal import HearthWire

/// Takes over accounts from elsewhere: each by itself, so that one that cannot be taken keeps none of the others.
struct ImportAccountsEndpoint: Endpoint {
    typealias Op = ImportAccounts

    let policy: Policy
    let store: Store
    let writer: AccountWriter
    let passwords: Passwords
    let random: RandomSource

    func respond(to request: ImportAccounts.Request, in call: Call) async throws(APIError) -> ImportAccounts.Response {
        guard request.targetProjectId != nil else { throw APIError(.insufficientPermission) }
        let users = request.users ?? []
        guard !users.isEmpty else { throw APIError(.missingUserAccount) }
        try refuseDuplicates(users, request)
        let drafts = await drafts(of: users, request, in: call)
        let failures = try await store.write(call) { tx in try save(drafts, request, tx) }
        return ImportAccounts.Response {
            $0.kind = "identitytoolkit#UploadAccountResponse"
            $0.error = failures
        }
    }

    /// Does all that an import does, and stores nothing: the failures are those of an import at this moment.
    ///
    /// - Throws: `APIError` if the import as a whole would be refused.
    func rehearse(
        _ request: ImportAccounts.Request,
        in call: Call
    ) async throws(APIError) -> [ImportAccounts.Failure] {
        let users = (request.users ?? []).map { user in
            var user = user
            // A hash of a long password is one like any other, and takes a while to make.
            if let password = user.rawPassword, password.reveal().utf8.count <= PasswordRule.maximumBytes {
                user.rawPassword = nil
            }
            return user
        }
        guard !users.isEmpty else { throw APIError(.missingUserAccount) }
        try refuseDuplicates(users, request)
        let drafts = await drafts(of: users, request, in: call)
        let failures = Locked<[ImportAccounts.Failure]?>(nil)
        do throws(APIError) {
            try await store.write(call) { tx in
                let found = try save(drafts, request, tx)
                failures.withLock { $0 = found }
                // What is thrown undoes the transaction.
                throw APIError.internalError
            }
        } catch {
            guard let failures = failures.withLock({ $0 }) else { throw error }
            return failures
        }
        return []
    }

    /// Why one user is not taken over.
    private enum Refusal: Error {
        /// Because of what the user is.
        case user(String)
        /// Because the backend failed: the whole import is undone.
        case backend(any Error)
    }

    private func refuseDuplicates(_ users: [UserInfo], _ request: ImportAccounts.Request) throws(APIError) {
        var addresses: Set<Contact> = []
        var providerUsers: Set<ProviderUser> = []
        var ids: Set<String> = []
        for user in users {
            if request.sanityCheck == true {
                if let email = user.email, !addresses.insert(.email(EmailAddress(stored: email))).inserted {
                    throw APIError(.duplicateEmail, email)
                }
                for provider in user.providerUserInfo ?? [] {
                    guard let id = provider.providerId, let rawID = provider.rawId else { continue }
                    let user = ProviderUser(provider: ProviderID(stored: id), id: ProviderUserID(stored: rawID))
                    guard providerUsers.insert(user).inserted else {
                        throw APIError(.duplicateRawID, "Provider id(\(id)), Raw id(\(rawID))")
                    }
                }
            }
            if request.allowOverwrite != true, let id = user.localId, !ids.insert(id).inserted {
                throw APIError(.duplicateLocalID, id)
            }
        }
    }

    // MARK: Without the database

    private func drafts(
        of users: [UserInfo],
        _ request: ImportAccounts.Request,
        in call: Call
    ) async -> [Result<Account, Refusal>] {
        var drafts: [Result<Account, Refusal>] = []
        for user in users { drafts.append(await draft(of: user, request, in: call)) }
        return drafts
    }

    private func draft(
        of user: UserInfo,
        _ request: ImportAccounts.Request,
        in call: Call
    ) async -> Result<Account, Refusal> {
        do throws(Refusal) {
            guard let id = user.localId.flatMap(UserID.init(rawValue:)) else {
                throw Refusal.user("localId is missing")
            }
            var account = Account(id: id)
            try fillProfile(of: &account, user, in: call)
            account.password = try await password(of: user, request)
            if account.password != nil { account.passwordUpdatedAt = call.now }
            return .success(account)
        } catch {
            return .failure(error)
        }
    }

    private func fillProfile(of account: inout Account, _ user: UserInfo, in call: Call) throws(Refusal) {
        if let tenant = user.tenantId, tenant != call.scope.tenant?.rawValue {
            throw .user("Tenant id in userInfo does not match the tenant id in request.")
        }
        account.displayName = user.displayName
        account.photoURL = user.photoUrl
        account.lastLoginAt = user.lastLoginAt.map { UnixTime(milliseconds: $0.value) }
        account.createdAt = user.createdAt.map { UnixTime(milliseconds: $0.value) } ?? call.now
        account.validSince = call.now.seconds
        account.isDisabled = user.disabled ?? false
        account.hasCustomAuth = user.customAuth ?? false
        account.hasEmailLink = user.emailLinkSignin ?? false
        account.isEmailVerified = user.emailVerified ?? false
        account.initialEmail = user.initialEmail.flatMap { try? EmailRule.parse($0, policy) }
        account.screenName = user.screenName
        account.customAttributes = try customAttributes(of: user)
        account.linked = try linked(of: user)
        if let text = user.phoneNumber, !text.isEmpty {
            guard let number = try? PhoneRule.parse(text, policy) else {
                throw .user("phone number format is invalid")
            }
            account.phoneNumber = number
        }
        if let text = user.email, !text.isEmpty {
            guard let email = try? EmailRule.parse(text, policy) else { throw .user("email is invalid") }
            account.email = email
        }
        account.secondFactors = try secondFactors(of: user, account, in: call)
    }

    private func customAttributes(of user: UserInfo) throws(Refusal) -> String? {
        guard let text = user.customAttributes else { return nil }
        do {
            try CustomClaims.check(text: text)
            return text
        } catch {
            switch error.code {
            case .claimsTooLarge: throw .user("Custom claims provided are too large.")
            case .forbiddenClaim: throw .user("Custom claims provided include a reserved claim.")
            default: throw .user("Invalid custom claims provided.")
            }
        }
    }

    private func secondFactors(
        of user: UserInfo,
        _ account: Account,
        in call: Call
    ) throws(Refusal) -> [SecondFactor] {
        guard let factors = user.mfaInfo, !factors.isEmpty else { return [] }
        guard account.email != nil else { throw .user("Second factor account requires email to be presented.") }
        guard account.isEmailVerified else {
            throw .user("Second factor account requires email to be verified.")
        }
        do {
            return try SecondFactorRule.enrollments(
                factors,
                ids: .givenOrMade,
                policy,
                now: call.now,
                random: random
            )
        } catch {
            if error.code == .duplicateMFAEnrollmentID { throw .user("Enrollment id already exists.") }
            let hasNumber = factors.allSatisfy { $0.totpInfo == nil && $0.phoneInfo != nil }
            throw .user(hasNumber ? "Phone number format is invalid" : "Second factor not supported.")
        }
    }

    private func password(
        of user: UserInfo,
        _ request: ImportAccounts.Request
    ) async throws(Refusal) -> Secret<String>? {
        do {
            if let password = user.rawPassword {
                guard password.reveal().utf8.count <= PasswordRule.maximumBytes else {
                    throw Refusal.user("Invalid password: at most \(PasswordRule.maximumBytes) bytes")
                }
                return try await passwords.hash(password)
            }
            if policy.keepsReadablePasswords, let password = ReadablePassword(text: user.passwordHash ?? "") {
                return password.text
            }
            return try ImportedPassword(request: request, isStrict: !policy.keepsReadablePasswords).hash(of: user)?
                .text
        } catch let refusal as Refusal {
            throw refusal
        } catch let error as CryptoError {
            throw .user("Invalid password hash: \(error.reason)")
        } catch {
            throw .backend(error)
        }
    }

    private func linked(of user: UserInfo) throws(Refusal) -> [LinkedProvider] {
        var linked: [LinkedProvider] = []
        for provider in user.providerUserInfo ?? [] {
            let isDerived = [ProviderID.password, .phone].contains { $0.rawValue == provider.providerId }
            if isDerived { continue }
            if let provider = LinkedProvider(provider) {
                if !linked.contains(where: { $0.user == provider.user }) { linked.append(provider) }
            } else if provider.federatedId?.isEmpty == false {
                throw .user(
                    policy.speaksAsEmulator
                        ? "((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId "
                            + "as a workaround.))"
                        : "federatedId alone does not name the provider; give providerId and rawId."
                )
            } else {
                throw .user("federatedId or (providerId & rawId) is required")
            }
        }
        return linked
    }

    // MARK: In the database

    private func save(
        _ drafts: [Result<Account, Refusal>],
        _ request: ImportAccounts.Request,
        _ tx: borrowing Transaction
    ) throws -> [ImportAccounts.Failure] {
        try drafts.enumerated().compactMap { (index, draft) -> ImportAccounts.Failure? in
            do throws(Refusal) {
                try save(try draft.get(), request, tx)
                return nil
            } catch .user(let message) {
                return ImportAccounts.Failure {
                    $0.index = index
                    $0.message = message
                }
            } catch .backend(let error) {
                throw error
            }
        }
    }

    private func save(
        _ account: Account,
        _ request: ImportAccounts.Request,
        _ tx: borrowing Transaction
    ) throws(Refusal) {
        do {
            try refuseConflicts(account, tx)
            if let password = account.password, passwords.isForeign(password) {
                try store.passwordSchemes.insert(password, tx)
            }
            guard let old = try store.accounts.find(account.id, tx) else {
                _ = try writer.create(account, isEvent: false, tx)
                return
            }
            guard request.allowOverwrite == true else {
                throw Refusal.user("localId belongs to an existing account - can not overwrite.")
            }
            try writer.replace(old, with: account, tx)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw .backend(error)
        }
    }

    private func refuseConflicts(_ account: Account, _ tx: borrowing Transaction) throws {
        let settings = try store.projects.settings(of: tx.scope.project, tx)
        func isTaken(by owner: Account?) -> Bool { owner.map { $0.id != account.id } ?? false }
        if let email = account.email, !settings.allowsDuplicateEmails,
            isTaken(by: try store.accounts.find(.email(email), tx))
        {
            throw Refusal.user("email exists in other account in database")
        }
        if let number = account.phoneNumber, isTaken(by: try store.accounts.find(.phone(number), tx)) {
            throw Refusal.user("phone number exists in other account in database")
        }
        for provider in account.linked where isTaken(by: try store.accounts.find(provider.user, tx)) {
            throw Refusal.user("raw id exists in other account in database")
        }
    }
}
