internal import HearthWire

/// A second factor that was shown: what the tokens of the session say of it.
struct SecondFactorProof: Sendable, Hashable {
    /// `phone` or `totp`.
    let kind: String
    /// The enrollment's identifier.
    let id: String
}

extension IdentityToken {
    /// The second factor that the caller's session has shown.
    var secondFactorProof: SecondFactorProof? {
        guard let secondFactor, let secondFactorID else { return nil }
        return SecondFactorProof(kind: secondFactor, id: secondFactorID)
    }
}

extension SecondFactorInfo {
    /// What kind of factor this is.
    var kind: BackendConfiguration.SecondFactor { totpInfo == nil ? .phone : .totp }

    /// The factor as somebody may see it who has not yet shown it: the number's last four digits.
    var obfuscated: SecondFactorInfo {
        var shown = self
        shown.phoneInfo = (unobfuscatedPhoneInfo ?? phoneInfo).map(Self.obfuscate)
        shown.unobfuscatedPhoneInfo = nil
        return shown
    }

    private static func obfuscate(_ number: String) -> String {
        var visible = 4
        let characters = number.reversed().map { character -> Character in
            guard character.isNumber else { return character }
            visible -= 1
            return visible >= 0 ? character : "*"
        }
        return String(characters.reversed())
    }
}
