import HearthCore
import Testing

@Suite("A password policy")
struct PasswordPolicyTests {
    private static let strict: PasswordPolicy = {
        var policy = PasswordPolicy()
        policy.minimumLength = 8
        policy.maximumLength = 12
        policy.requiresLowercaseLetter = true
        policy.requiresUppercaseLetter = true
        policy.requiresNumericCharacter = true
        policy.requiresNonAlphanumericCharacter = true
        return policy
    }()

    @Test func `asks for six characters when no one wrote one`() {
        let policy = PasswordPolicy()
        #expect(policy.validate("secret").isValid)
        let status = policy.validate("short")
        #expect(!status.isValid && !status.meetsMinPasswordLength)
        #expect(status.meetsMaxPasswordLength == nil && status.containsLowercaseLetter == nil)
        #expect(status.containsUppercaseLetter == nil && status.containsNumericCharacter == nil)
        #expect(status.containsNonAlphanumericCharacter == nil)
    }

    @Test(
        arguments: [
            ("Secret1!", true), ("Secret1", false), ("Secret1!Secret1!", false), ("SECRET1!", false),
            ("secret1!", false), ("Secrets!", false), ("Secrets1", false), ("Sécret1!", true), ("SÉCRET1!", false),
            // A digit of another script is no digit, and a space no symbol.
            ("Secret١!", false), ("Secret 1", false), ("Secret1~", true), ("Secret1€", false),
        ]
    )
    func `is kept by a password that keeps every rule`(_ password: String, _ isValid: Bool) {
        #expect(Self.strict.validate(password).isValid == isValid)
    }

    @Test func `names the rules that are broken`() {
        let status = Self.strict.validate("abc")
        #expect(status.meetsMinPasswordLength == false && status.meetsMaxPasswordLength == true)
        #expect(status.containsLowercaseLetter == true && status.containsUppercaseLetter == false)
        #expect(status.containsNumericCharacter == false && status.containsNonAlphanumericCharacter == false)
        #expect(status.passwordPolicy == Self.strict)
    }

    @Test func `counts as JavaScript does`() {
        var policy = PasswordPolicy()
        policy.maximumLength = 6
        #expect(policy.validate("🔥🔥🔥").isValid)
        #expect(!policy.validate("🔥🔥🔥🔥").isValid)
    }

    @Test func `does not ask whether it is enforced`() {
        var policy = Self.strict
        policy.isEnforced = true
        #expect(!policy.validate("secret").isValid && !Self.strict.validate("secret").isValid)
    }
}
