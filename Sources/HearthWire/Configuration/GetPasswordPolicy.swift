internal import HearthHTTP

/// `passwordPolicy`: what the project asks of passwords, as clients read it.
package enum GetPasswordPolicy: Operation {
    package static let routes = [Route(.get, "/v2/passwordPolicy", access: .apiKey)]

    package struct Request: Message {
        package var tenantId: String?
        package var targetProjectId: String?

        package init() {}
    }

    package struct Response: Message, Hashable {
        package var customStrengthOptions: PasswordStrengthOptions?
        /// One character each.
        package var allowedNonAlphanumericCharacters: [String]?
        package var enforcementState: PasswordEnforcement?
        package var forceUpgradeOnSignin: Bool?
        /// The form of these rules: 1.
        package var schemaVersion: Int?

        package init() {}
    }
}

/// The rules for passwords; one that is left out asks for nothing.
package struct PasswordStrengthOptions: Message, Hashable {
    package var minPasswordLength: Int?
    package var maxPasswordLength: Int?
    package var containsLowercaseCharacter: Bool?
    package var containsUppercaseCharacter: Bool?
    package var containsNumericCharacter: Bool?
    package var containsNonAlphanumericCharacter: Bool?

    package init() {}
}

/// Whether the rules for passwords are enforced.
package struct PasswordEnforcement: WireEnum {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let names = ["ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "ENFORCE"]
    package static let off = PasswordEnforcement(rawValue: "OFF")
    package static let enforce = PasswordEnforcement(rawValue: "ENFORCE")
}
