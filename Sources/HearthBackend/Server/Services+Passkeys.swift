internal import HearthWire

extension Services {
    /// Says who may enroll passkeys.
    var passkeyRule: PasskeyRule { PasskeyRule(configuration: configuration) }

    /// Makes the challenges that passkeys sign.
    var passkeyChallenges: PasskeyChallenges { PasskeyChallenges(store: store, random: random) }
}

extension StartPasskeyEnrollmentEndpoint {
    init(_ services: Services) {
        self.init(
            rule: services.passkeyRule,
            store: services.store,
            identities: services.identities,
            challenges: services.passkeyChallenges
        )
    }
}

extension FinishPasskeyEnrollmentEndpoint {
    init(_ services: Services) {
        self.init(
            rule: services.passkeyRule,
            store: services.store,
            identities: services.identities,
            challenges: services.passkeyChallenges,
            starter: services.starter
        )
    }
}

extension StartPasskeySignInEndpoint {
    init(_ services: Services) {
        self.init(rule: services.passkeyRule, store: services.store, challenges: services.passkeyChallenges)
    }
}

extension FinishPasskeySignInEndpoint {
    init(_ services: Services) {
        self.init(
            rule: services.passkeyRule,
            store: services.store,
            challenges: services.passkeyChallenges,
            firstFactor: services.firstFactor
        )
    }
}
