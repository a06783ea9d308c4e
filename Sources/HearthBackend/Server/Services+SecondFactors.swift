internal import HearthWire

extension Services {
    /// Gives authenticator apps their keys, and checks their codes.
    var apps: AuthenticatorApps { AuthenticatorApps(profile: profile, store: store, random: random) }

    /// Finds the sign-ins that wait for a second factor.
    var pendingSignIns: PendingSignIns { PendingSignIns(profile: profile, store: store) }
}

extension SignInWithEmailLinkEndpoint {
    init(_ services: Services) {
        self.init(
            configuration: services.configuration,
            store: services.store,
            identities: services.identities,
            codes: services.codes,
            firstFactor: services.firstFactor,
            random: services.random
        )
    }
}

extension SignInWithPhoneNumberEndpoint {
    init(_ services: Services) {
        self.init(
            profile: services.profile,
            store: services.store,
            identities: services.identities,
            phoneCodes: services.phoneCodes,
            starter: services.starter,
            random: services.random
        )
    }
}

extension StartSecondFactorEnrollmentEndpoint {
    init(_ services: Services) {
        self.init(
            configuration: services.configuration,
            store: services.store,
            identities: services.identities,
            phoneCodes: services.phoneCodes,
            apps: services.apps
        )
    }
}

extension FinishSecondFactorEnrollmentEndpoint {
    init(_ services: Services) {
        self.init(
            configuration: services.configuration,
            store: services.store,
            identities: services.identities,
            phoneCodes: services.phoneCodes,
            apps: services.apps,
            codes: services.codes,
            starter: services.starter,
            random: services.random
        )
    }
}

extension WithdrawSecondFactorEndpoint {
    init(_ services: Services) {
        self.init(
            profile: services.profile,
            store: services.store,
            identities: services.identities,
            starter: services.starter
        )
    }
}

extension StartSecondFactorSignInEndpoint {
    init(_ services: Services) {
        self.init(
            configuration: services.configuration,
            store: services.store,
            pendingSignIns: services.pendingSignIns,
            phoneCodes: services.phoneCodes
        )
    }
}

extension FinishSecondFactorSignInEndpoint {
    init(_ services: Services) {
        self.init(
            configuration: services.configuration,
            store: services.store,
            pendingSignIns: services.pendingSignIns,
            phoneCodes: services.phoneCodes,
            apps: services.apps,
            starter: services.starter
        )
    }
}
