import HearthCore
import HearthFlows
import Testing

@testable import HearthModels

@Suite("FieldRule")
struct FieldRuleTests {
    @Test(
        arguments: [
            ("eve@example.com", nil), (" Eve@Example.com \n", nil), ("eve+news@sub.example.co.uk", nil),
            ("", Message.Key.missingEmail), ("   ", .missingEmail), ("eve", .invalidEmail),
            ("eve@example", .invalidEmail),
            ("eve@@example.com", .invalidEmail), ("eve @example.com", .invalidEmail),
            ("eve@-example.com", .invalidEmail),
        ] as [(String, Message.Key?)]
    )
    func `knows an address`(_ text: String, _ problem: Message.Key?) {
        #expect(FieldRule.email.problem(with: text)?.key == problem)
    }

    @Test func `sends an address without the spaces that keyboards add`() {
        #expect(FieldRule.email.value(of: " Eve@example.com ") == "Eve@example.com")
    }

    @Test func `asks nothing of a password that exists but to be there`() {
        #expect(FieldRule.password.problem(with: "") == Message(.missingPassword))
        #expect(FieldRule.password.problem(with: " ") == nil)
        #expect(FieldRule.password.value(of: " a ") == " a ")
    }

    @Test(arguments: [("", Message(.missingPassword)), ("12345", .passwordTooShort(least: 6)), ("123456", nil)])
    func `asks six characters of a new password`(_ text: String, _ problem: Message?) {
        #expect(FieldRule.newPassword().problem(with: text) == problem)
    }

    @Test(arguments: [
        ("aA1!", Message.passwordTooShort(least: 8)), ("aA1!aA1!aA1!aA1!x", .passwordTooLong(most: 16)),
        ("AAAA1111!", Message(.passwordNeedsLowercase)), ("aaaa1111!", Message(.passwordNeedsUppercase)),
        ("aaaaAAAA!", Message(.passwordNeedsDigit)), ("aaaaAAAA1", Message(.passwordNeedsSymbol)), ("aaAA11!!", nil),
    ])
    func `asks of a new password what the project asks, one thing at a time`(_ text: String, _ problem: Message?) {
        var policy = PasswordPolicy()
        policy.minimumLength = 8
        policy.maximumLength = 16
        policy.requiresLowercaseLetter = true
        policy.requiresUppercaseLetter = true
        policy.requiresNumericCharacter = true
        policy.requiresNonAlphanumericCharacter = true
        #expect(FieldRule.newPassword(policy).problem(with: "123456") == nil)
        policy.isEnforced = true
        #expect(FieldRule.newPassword(policy).problem(with: text) == problem)
    }

    @Test(
        arguments: [
            ("+15555550100", "+15555550100", nil), ("+1 (555) 555-0100", "+15555550100", nil),
            ("+49 (0)170 1234567", "+491701234567", nil), ("+44–20–7946–0000", "+442079460000", nil),
            ("＋81 ３ 1234 5678", "+81312345678", nil), ("+٩٦٦٥٠١٢٣٤٥٦٧", "+966501234567", nil),
            ("\u{202A}+33 1 23 45 67 89\u{202C}", "+33123456789", nil), ("+33\u{00A0}123456789", "+33123456789", nil),
            ("0170 1234567", "01701234567", .phoneNeedsCountryCode), ("0049 170 1", "00491701", .phoneNeedsCountryCode),
            ("5555550100", "5555550100", .phoneNeedsCountryCode), ("", "", .missingPhoneNumber),
            ("  ", "", .missingPhoneNumber), ("call me", "callme", .invalidPhoneNumber),
            ("+", "+", .invalidPhoneNumber),
            ("+0123456789", "+0123456789", .invalidPhoneNumber), ("+1555CALLME", "+1555CALLME", .invalidPhoneNumber),
            ("+123456", "+123456", .invalidPhoneNumber),
            ("+1234567890123456", "+1234567890123456", .invalidPhoneNumber),
            ("+1½5555550100", "+1½5555550100", .invalidPhoneNumber),
        ] as [(String, String, Message.Key?)]
    )
    func `reads a telephone number as people write it`(_ text: String, _ value: String, _ problem: Message.Key?) {
        #expect(FieldRule.phoneNumber.value(of: text) == value)
        #expect(FieldRule.phoneNumber.problem(with: text)?.key == problem)
    }

    @Test(arguments: [
        ("123456", "123456", true), ("123 456", "123456", true), ("123-456", "123456", true),
        ("１２３４５６", "123456", true), ("١٢٣٤٥٦", "123456", true), ("12345", "12345", false),
        ("1234567", "1234567", false), ("12345a", "12345a", false), ("½23456", "½23456", false),
    ])
    func `reads a code of six digits`(_ text: String, _ value: String, _ isValid: Bool) {
        #expect(FieldRule.code().value(of: text) == value)
        #expect(FieldRule.code().problem(with: text) == (isValid ? nil : .codeHasDigits(6)))
    }

    @Test func `asks for a code that is not there`() {
        #expect(FieldRule.code().problem(with: " ") == Message(.missingCode))
        #expect(FieldRule.code(digits: 8).problem(with: "123456") == .codeHasDigits(8))
    }

    @Test func `asks for a name, or not`() {
        #expect(FieldRule.name.problem(with: " ") == Message(.missingName))
        #expect(FieldRule.name.value(of: " Eve ") == "Eve")
        #expect(FieldRule.optional.problem(with: "") == nil)
    }
}
