import HearthCore
import Testing

@Suite("The rules of a password policy, one by one")
struct PasswordRuleTests {
    private static func policy(_ change: (inout PasswordPolicy) -> Void) -> PasswordPolicy {
        var policy = PasswordPolicy()
        policy.minimumLength = 1
        change(&policy)
        return policy
    }

    // The list of Firebase's documentation.
    private static let symbols = "^$*.[]{}()?\"!@#%&/\\,><':;|_~"

    @Test func `every character of ASCII is of the kind that the documentation says`() {
        let lower = Self.policy { $0.requiresLowercaseLetter = true }
        let upper = Self.policy { $0.requiresUppercaseLetter = true }
        let digit = Self.policy { $0.requiresNumericCharacter = true }
        let symbol = Self.policy { $0.requiresNonAlphanumericCharacter = true }
        for byte in UInt8.min...0x7F {
            let text = String(Unicode.Scalar(byte))
            #expect(lower.validate(text).isValid == "abcdefghijklmnopqrstuvwxyz".contains(text), "\(byte)")
            #expect(upper.validate(text).isValid == "ABCDEFGHIJKLMNOPQRSTUVWXYZ".contains(text), "\(byte)")
            #expect(digit.validate(text).isValid == "0123456789".contains(text), "\(byte)")
            #expect(symbol.validate(text).isValid == Self.symbols.contains(text), "\(byte)")
        }
        #expect(Set(PasswordPolicy.symbols) == Set(Self.symbols) && PasswordPolicy.symbols.count == 28)
    }

    // Letters and digits of other scripts are none here, as they are none to the service.
    @Test(arguments: ["ä", "Ä", "ß", "ſ", "\u{212A}", "ａ", "Ａ", "١", "１", "②", "½", "–", "€", "§", " ", "\u{A0}", "😀"])
    func `no other character is of any kind`(_ text: String) {
        for policy in [
            Self.policy { $0.requiresLowercaseLetter = true }, Self.policy { $0.requiresUppercaseLetter = true },
            Self.policy { $0.requiresNumericCharacter = true },
            Self.policy { $0.requiresNonAlphanumericCharacter = true },
        ] { #expect(!policy.validate(text).isValid) }
    }

    // A letter with a mark is a letter and a mark.
    @Test(arguments: [("e\u{301}", true), ("\u{E9}", false), ("!\u{301}", false)])
    func `a letter is one whatever mark follows it`(_ text: String, _ isValid: Bool) {
        #expect(Self.policy { $0.requiresLowercaseLetter = true }.validate(text).isValid == isValid)
        #expect(
            Self.policy { $0.requiresNonAlphanumericCharacter = true }.validate(text).isValid
                == text.contains("!\u{301}")
        )
    }

    // As JavaScript counts: `"😀".length` is 2, and a letter with its mark is 2 as well.
    @Test(arguments: [("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 2), ("😀", 2), ("👩‍👩‍👧", 8), ("\u{0}", 1), ("日本", 2)])
    func `length is counted in UTF-16`(_ text: String, _ length: Int) {
        for limit in max(0, length - 1)...(length + 1) {
            #expect(Self.policy { $0.minimumLength = limit }.validate(text).meetsMinPasswordLength == (length >= limit))
            #expect(Self.policy { $0.maximumLength = limit }.validate(text).meetsMaxPasswordLength == (length <= limit))
        }
    }

    @Test func `a rule is told only if the policy has it, and each for itself`() {
        for bits in 0..<16 {
            let policy = Self.policy {
                $0.requiresLowercaseLetter = bits & 1 != 0
                $0.requiresUppercaseLetter = bits & 2 != 0
                $0.requiresNumericCharacter = bits & 4 != 0
                $0.requiresNonAlphanumericCharacter = bits & 8 != 0
            }
            let status = policy.validate("aB3!")
            #expect(status.containsLowercaseLetter == (bits & 1 != 0 ? true : nil))
            #expect(status.containsUppercaseLetter == (bits & 2 != 0 ? true : nil))
            #expect(status.containsNumericCharacter == (bits & 4 != 0 ? true : nil))
            #expect(status.containsNonAlphanumericCharacter == (bits & 8 != 0 ? true : nil))
            #expect(status.isValid && status.passwordPolicy == policy)
            #expect(policy.validate("漢").isValid == (bits == 0))
        }
    }

    @Test func `a project may choose its own symbols`() {
        let policy = Self.policy {
            $0.requiresNonAlphanumericCharacter = true
            $0.allowedNonAlphanumericCharacters = ["€", "-"]
        }
        #expect(policy.validate("a€").isValid && policy.validate("a-").isValid && !policy.validate("a!").isValid)
        let none = Self.policy {
            $0.requiresNonAlphanumericCharacter = true
            $0.allowedNonAlphanumericCharacters = []
        }
        #expect(!none.validate("a!€-").isValid)
    }
}
