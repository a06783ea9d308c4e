internal import HearthCore
internal import HearthJSON
internal import HearthWire

/// Starts a session with what Game Center signed of a player, or links the player to the account of an identity token.
struct SignInWithGameCenterEndpoint: Endpoint {
    typealias Op = SignInWithGameCenter

    static let providerID = ProviderID(stored: "gc.apple.com")

    let policy: Policy
    let providers: Providers
    let keys: GameCenterKeys
    let identityTokens: IdentityTokenReader
    let arrivals: ProviderArrivals
    let firstFactor: FirstFactor

    func respond(
        to request: SignInWithGameCenter.Request,
        in call: Call
    ) async throws(APIError) -> SignInWithGameCenter.Response {
        let bundles = try await bundleIDs(in: call)
        let proof = try GameCenterProof(request)
        var call = call
        var caller: IdentityToken?
        if let token = request.idToken { caller = try await identityTokens.read(token, in: &call) }
        try proof.check(try await keys.key(at: proof.keyURL, now: call.now), bundleIDs: bundles, now: call.now)
        var user = ProviderClaims(providerID: Self.providerID, rawID: proof.playerID)
        user.displayName = ProviderClaims.text(request.displayName.map { .string($0) })
        user.use = ProviderClaims.Use(
            of: Base64.encode(proof.signature),
            isBound: false,
            expiresAt: proof.signedAt + GameCenterProof.lifetime
        )
        let arrival = ProviderArrivals.Arrival(
            proof: .user(user),
            caller: caller,
            mayCreate: true,
            keepsRefused: false,
            context: BlockingContext(method: Self.providerID.rawValue)
        )
        let outcome = try await arrivals.settle(arrival, in: call)
        var response = SignInWithGameCenter.Response {
            $0.localId = outcome.account?.id.rawValue
            $0.playerId = request.playerId
            $0.teamPlayerId = request.teamPlayerId
            $0.gamePlayerId = request.gamePlayerId
            $0.displayName = user.displayName
            $0.isNewUser = outcome.isNew ? true : nil
        }
        if let signIn = outcome.signIn { try await firstFactor.fill(&response, with: signIn, in: call) }
        return response
    }

    /// The games of the project's configuration.
    ///
    /// - Throws: `APIError`: in lenient, where the official emulator knows no Game Center, that it has to be configured.
    private func bundleIDs(in call: Call) async throws(APIError) -> [String] {
        guard let found = try await providers.find(DefaultSupportedIDPConfig.self, Self.providerID, in: call) else {
            guard policy.believesEveryProvider else { throw .unknownProvider }
            throw .notImplemented(
                "Signing in with Game Center needs the games: configure defaultSupportedIdpConfigs/gc.apple.com."
            )
        }
        let bundles = found.config.appIDs
        guard found.config.enabled == true, !bundles.isEmpty else { throw .unknownProvider }
        return bundles
    }
}
