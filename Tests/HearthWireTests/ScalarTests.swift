import HearthJSON
import Testing

@testable import HearthWire

@Suite("A 64-bit number on the wire")
struct DecimalStringTests {
    private func read(_ json: String, _ coercion: JSON.Coercion = .none) throws -> Int64 {
        try JSON.decode(DecimalString.self, from: Array(json.utf8), coercion: coercion).value
    }

    @Test(
        arguments: [
            (#""0""#, 0), (#""-1""#, -1), (#""9223372036854775807""#, .max), (#""-9223372036854775808""#, .min),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("3600.0", 3600), ("36e2", 3600),
            (#""007""#, 7),
        ] as [(String, Int64)]
    )
    func `is read from text and from a number, with every digit`(_ json: String, _ number: Int64) throws {
        #expect(try read(json) == number)
        #expect(try read(json, .scalars) == number)
    }

    @Test(
        arguments: [
            #""9223372036854775808""#, "9223372036854775808", #""1.5""#, "1.5", #""""#, #"" 1""#, #""1 ""#, #""0x10""#,
            #""1e3""#, "true", "null", "[]", "{}", #""١""#, #""1_000""#, "1e30", #""NaN""#, #""--1""#,
        ]
    )
    func `is refused if it is no whole number of 64 bits`(_ json: String) {
        for coercion in [JSON.Coercion.none, .scalars] {
            let error = #expect(throws: JSONError.self) { try read(json, coercion) }
            #expect(error?.kind == .type)
        }
    }

    @Test(arguments: [(0, #""0""#), (.max, #""9223372036854775807""#), (.min, #""-9223372036854775808""#)])
    func `is written as text, because JavaScript keeps 53 bits`(_ number: Int64, _ json: String) throws {
        #expect(String(decoding: try JSON.encode(DecimalString(number)), as: UTF8.self) == json)
    }
}

@Suite("An enumeration of the protocol")
struct WireEnumTests {
    // The numbers of the public description of the service.
    @Test(
        arguments: [
            (0, "OOB_REQ_TYPE_UNSPECIFIED"), (1, "PASSWORD_RESET"), (2, "OLD_EMAIL_AGREE"), (3, "NEW_EMAIL_ACCEPT"),
            (4, "VERIFY_EMAIL"), (5, "RECOVER_EMAIL"), (6, "EMAIL_SIGNIN"), (7, "VERIFY_AND_CHANGE_EMAIL"),
            (8, "REVERT_SECOND_FACTOR_ADDITION"),
        ]
    )
    func `of codes has the service's numbers`(_ index: Int, _ name: String) throws {
        #expect(try message(SendCode.Request.self, #"{"requestType": \#(index)}"#).requestType?.rawValue == name)
    }

    @Test(
        arguments: [
            (0, "USER_ATTRIBUTE_NAME_UNSPECIFIED"), (1, "EMAIL"), (2, "DISPLAY_NAME"), (3, "PROVIDER"),
            (4, "PHOTO_URL"), (5, "PASSWORD"), (6, "RAW_USER_INFO"),
        ]
    )
    func `of attributes has the service's numbers`(_ index: Int, _ name: String) throws {
        let request = try message(UpdateAccount.Request.self, #"{"deleteAttribute": [\#(index)]}"#)
        #expect(request.deleteAttribute?.map(\.rawValue) == [name])
    }

    @Test(
        arguments: [(0, "VERIFY_OP_UNSPECIFIED"), (1, "SIGN_UP_OR_IN"), (2, "REAUTH"), (3, "UPDATE"), (4, "LINK")]
    )
    func `of what a number is proved for has the service's numbers`(_ index: Int, _ name: String) throws {
        let request = try message(SignInWithPhoneNumber.Request.self, #"{"operation": \#(index)}"#)
        #expect(request.operation?.rawValue == name)
    }

    @Test(
        arguments: [
            (0, "SORT_BY_FIELD_UNSPECIFIED"), (1, "USER_ID"), (2, "NAME"), (3, "CREATED_AT"), (4, "LAST_LOGIN_AT"),
            (5, "USER_EMAIL"),
        ]
    )
    func `of what accounts are sorted by has the service's numbers`(_ index: Int, _ name: String) throws {
        let request = try message(QueryAccounts.Request.self, #"{"sortBy": \#(index), "order": \#(index % 3)}"#)
        #expect(request.sortBy?.rawValue == name)
        #expect(request.order?.rawValue == ["ORDER_UNSPECIFIED", "ASC", "DESC"][index % 3])
    }

    @Test(arguments: [("2", "ENFORCE"), (#""2""#, "2"), (#""ENFORCE""#, "ENFORCE"), (#""""#, ""), (#""new""#, "new")])
    func `keeps a name that this build does not know`(_ json: String, _ name: String) throws {
        let response = try message(GetPasswordPolicy.Response.self, #"{"enforcementState": \#(json)}"#)
        #expect(response.enforcementState?.rawValue == name)
        let written = try JSON.value(of: response)
        #expect(written["enforcementState"] == .string(name))
    }

    // As Android sends it.
    @Test func `takes an index in text where a server reads leniently`() throws {
        let sent = Array(#"{"requestType": "6", "email": "a@b.co"}"#.utf8)
        #expect(try JSON.decode(SendCode.Request.self, from: sent, coercion: .scalars).requestType == .emailSignIn)
        for index in ["-1", "9", "99", "9223372036854775807"] {
            let other = Array(#"{"requestType": "\#(index)"}"#.utf8)
            #expect(throws: JSONError.self, "\(index)") {
                try JSON.decode(SendCode.Request.self, from: other, coercion: .scalars)
            }
        }
    }

    @Test(arguments: ["-1", "9", "1.5", "true", "[]", "{}", "1e99"])
    func `refuses a number that has no name, and what is neither`(_ json: String) {
        let error = #expect(throws: JSONError.self) {
            try message(SendCode.Request.self, #"{"requestType": \#(json)}"#)
        }
        #expect(error?.path == "requestType")
    }

    @Test func `knows its names by the words that the code uses`() {
        for code in [
            CodeType.unspecified, .passwordReset, .verifyEmail, .recoverEmail, .emailSignIn, .verifyAndChangeEmail,
            .revertSecondFactor,
        ] { #expect(CodeType.names.contains(code.rawValue)) }
        for kind in [FaultKind.offline, .drop, .error, .status, .delay] {
            #expect(FaultKind.names.contains(kind.rawValue))
        }
        for attribute in [
            UserAttribute.email, .displayName, .provider, .photoURL, .password, .rawUserInfo,
        ] { #expect(UserAttribute.names.contains(attribute.rawValue)) }
        for field in [SortField.name, .creation, .lastLogin, .email] {
            #expect(SortField.names.contains(field.rawValue))
        }
        for token in [RevocableToken.refreshToken, .accessToken, .code] {
            #expect(RevocableToken.names.contains(token.rawValue))
        }
    }
}
