internal import HearthCore

/// A session as FirebaseAuth for Apple's systems keeps it: an archived `FIRUser`, of version 4 to 12.
enum FirebaseAuthArchive {
    /// Reads an archive.
    ///
    /// - Parameters:
    ///   - bytes: What FirebaseAuth kept.
    ///   - now: The present moment.
    /// - Returns: The session; `nil` if the bytes are no archive of a user with tokens.
    static func session(in bytes: Secret<[UInt8]>, now: UnixTime) -> KeptSession? {
        guard let user = KeyedArchive(bytes.reveal())?.roots.first(where: { $0["tokenService"] != nil }),
            let uid = user["userID"]?.string, !uid.isEmpty, let service = user["tokenService"],
            let refreshToken = service["refreshToken"]?.string, !refreshToken.isEmpty
        else { return nil }
        let idToken = service["accessToken"]?.string ?? ""
        // A token whose end is not known, or that there is none of, is refreshed at its first use.
        let end = service["accessTokenExpirationDate"]?.moment.map(UnixTime.init(milliseconds:)) ?? now
        let remaining = idToken.isEmpty ? .zero : max(.zero, end - now)
        let tokens = TokenSet(
            subject: uid,
            idToken: Secret(idToken),
            refreshToken: Secret(refreshToken),
            lifetime: remaining,
            receivedAt: now
        )
        return KeptSession(id: nil, account: account(uid, user), tokens: tokens)
    }

    private static func account(_ uid: String, _ user: KeyedArchive.Entry) -> Account {
        var account = Account(uid: uid)
        account.email = user["email"]?.string
        account.isEmailVerified = user["emailVerified"]?.bool ?? false
        account.displayName = user["displayName"]?.string
        account.photoURL = user["photoURL"]?.address
        account.phoneNumber = user["phoneNumber"]?.string
        account.tenantID = user["tenantID"]?.string
        account.isAnonymous = user["anonymous"]?.bool ?? false
        account.createdAt = user["metadata"]?["creationDate"]?.moment
        account.lastSignInAt = user["metadata"]?["lastSignInDate"]?.moment
        account.providers = (user["providerData"]?.elements ?? []).compactMap(provider)
            .sorted { $0.providerID < $1.providerID }
        return account
    }

    private static func provider(_ info: KeyedArchive.Entry) -> Account.Provider? {
        guard let id = info["providerID"]?.string else { return nil }
        return Account.Provider(
            providerID: id,
            uid: info["userID"]?.string ?? "",
            email: info["email"]?.string,
            displayName: info["displayName"]?.string,
            photoURL: info["photoURL"]?.address,
            phoneNumber: info["phoneNumber"]?.string
        )
    }
}
