internal import HearthCore
internal import HearthWire

/// Which first factors there are, and which of them a second factor can follow.
enum FirstFactorRule {
    /// The first factors that no second factor can follow.
    private static let withoutSecondFactor: Set<ProviderID> = [.anonymous, .phone, .custom, .gameCenter]

    /// Refuses to sign in with a telephone number to an account that asks for a second factor.
    static func refuseSecondFactors(of account: Account?) throws(APIError) {
        guard account?.secondFactors.isEmpty != false else {
            throw APIError(
                .unsupportedFirstFactor,
                "A phone number cannot be set as a first factor on an SMS based MFA user."
            )
        }
    }

    /// Refuses a second factor after a first one that none can follow.
    static func check(_ provider: ProviderID?) throws(APIError) {
        guard let provider, withoutSecondFactor.contains(provider) else { return }
        throw APIError(.unsupportedFirstFactor, "MFA is not available for the given first factor.")
    }
}
