internal import HearthCore
internal import HearthJSON

/// When a provider's word about an address is taken.
///
/// Trust decides whether a user of the provider may come into an account that exists already, because the address is
/// the same: a provider that lets its users claim any address must have none.
public struct ProviderEmailTrust: Sendable, Hashable {
    private enum Rule: Hashable {
        case never
        case always
        case domains(Set<String>, includesHosted: Bool)
    }

    private let rule: Rule

    private init(_ rule: Rule) {
        self.rule = rule
    }

    /// Never: an address of this provider counts as unverified.
    public static let never = ProviderEmailTrust(.never)

    /// Whenever the provider says that it verified the address.
    public static let always = ProviderEmailTrust(.always)

    /// When the provider says that it verified the address, and the address is one of its own.
    ///
    /// A verified address of another domain counts as verified, but lets no one into an account that exists already.
    ///
    /// - Parameters:
    ///   - domains: The domains after the `@`.
    ///   - includesHostedDomains: Whether the domain in the claim `hd` is the provider's own too, as Google's Workspace
    ///     domains are. Defaults to no.
    /// - Returns: The trust.
    public static func domains(_ domains: Set<String>, includesHostedDomains: Bool = false) -> ProviderEmailTrust {
        ProviderEmailTrust(.domains(Set(domains.map { $0.lowercased() }), includesHosted: includesHostedDomains))
    }

    /// Whether an address that the provider calls verified counts as verified.
    var acceptsVerification: Bool { rule != .never }

    /// Whether a verified address opens an account that exists already.
    func isFinal(for email: EmailAddress, claims: JSONObject) -> Bool {
        let domain = email.text.split(separator: "@").last.map { $0.lowercased() } ?? ""
        switch rule {
        case .never: return false
        case .always: return true
        case .domains(let domains, let includesHosted):
            if domains.contains(domain) { return true }
            return includesHosted && claims["hd"]?.string?.lowercased() == domain
        }
    }
}
