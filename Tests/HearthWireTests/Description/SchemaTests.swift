import HearthCore
import HearthJSON
import Testing

@testable import HearthWire

/// The schemas that a reader of the description gets, written by hand.
@Suite("The schema of a message")
struct SchemaTests {
    private let document: JSONValue

    init() throws {
        document = try APIDescription.document()
    }

    private func schema(_ name: String) -> JSONValue? { document["components"]?["schemas"]?[name] }

    @Test func `has a type for each member`() throws {
        let user = try #require(schema("UserInfo")?["properties"]?.object)
        let rows: [(String, JSONValue)] = [
            ("localId", ["type": "string"]), ("emailVerified", ["type": "boolean"]), ("version", ["type": "integer"]),
            ("passwordUpdatedAt", ["type": "number"]),
            ("createdAt", ["type": "string", "format": "int64", "pattern": "^-?[0-9]+$"]),
            // A secret is text on the wire.
            ("rawPassword", ["type": "string"]),
            ("mfaInfo", ["type": "array", "items": ["$ref": "#/components/schemas/SecondFactorInfo"]]),
        ]
        for (name, schema) in rows { #expect(user[name] == schema, "\(name)") }
        #expect(user.count == MessageShape.members(of: UserInfo.self).count)
    }

    @Test func `shows maps, free documents and open enumerations for what they are`() {
        #expect(
            schema("CreateAuthURI.Request")?["properties"]?["customParameter"]
                == ["type": "object", "additionalProperties": ["type": "string"]]
        )
        #expect(schema("ProjectConfig")?["properties"]?["blockingFunctions"] == [:])
        #expect(
            schema("GetPasswordPolicy.Response")?["properties"]?["enforcementState"]
                == ["type": "string", "examples": ["ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "ENFORCE"]]
        )
        #expect(schema("GetTenantPolicy.Response")?["properties"]?["bindings"] == ["type": "array", "items": [:]])
    }

    @Test func `is named as the type is, without its module`() {
        #expect(SignUp.Request.schemaName == "SignUp.Request")
        #expect(SecondFactorInfo.TOTPInfo.schemaName == "SecondFactorInfo.TOTPInfo")
        // A name in OpenAPI has letters, digits, dots, hyphens and underscores.
        #expect(ProviderConfigWrite<OAuthIDPConfig>.schemaName == "OAuthIDPConfigWrite")
        #expect(UserInfo.schema == ["$ref": "#/components/schemas/UserInfo"])
        #expect(schema("EmptyMessage") == ["type": "object", "properties": [:]])
        #expect(schema("ExchangeRefreshToken.Response")?["properties"]?["access_token"] == ["type": "string"])
    }

    @Test func `of a path is described with what it takes and answers`() throws {
        let path = "/identitytoolkit.googleapis.com/v1/projects/{targetProjectId}/accounts:batchGet"
        let operation = try #require(document["paths"]?[path]?["get"])
        #expect(operation["operationId"] == "ListAccounts")
        #expect(operation["tags"] == ["identitytoolkit.googleapis.com"])
        let string: JSONValue = ["type": "string"]
        #expect(
            operation["parameters"] == [
                ["name": "targetProjectId", "in": "path", "required": true, "schema": string],
                ["name": "maxResults", "in": "query", "required": false, "schema": ["type": "integer"]],
                ["name": "nextPageToken", "in": "query", "required": false, "schema": string],
                ["name": "tenantId", "in": "query", "required": false, "schema": string],
            ]
        )
        #expect(operation["security"] == [["administrator": []]])
        #expect(
            operation["responses"] == [
                "200": [
                    "description": "The call succeeded.",
                    "content": [
                        "application/json": ["schema": ["$ref": "#/components/schemas/ListAccounts.Response"]]
                    ],
                ],
                "default": ["$ref": "#/components/responses/Refusal"],
            ]
        )
    }

    @Test func `of an error is that of the envelope`() throws {
        let refusal = try #require(
            document["components"]?["responses"]?["Refusal"]?["content"]?["application/json"]?["schema"]
        )
        for error in [APIError.notFound, .internalError, APIError(.emailExists)] {
            let check = SchemaCheck(schemas: [:])
            var envelope = try #require(error.envelope.object)
            envelope["error"] = .object(try #require(envelope["error"]?.object))
            let problems = check.problems(of: .object(envelope), as: refusal, at: "")
            // The entries of `errors` are described as objects and no more.
            #expect(problems.allSatisfy { $0.hasPrefix(".error.errors[0].") && $0.hasSuffix(": unknown") })
        }
        #expect(document["openapi"] == "3.1.0")
    }

    private struct Odd: Message {
        var moment: UnixTime?

        init() {}
    }

    private struct Strict: Message {
        var text = ""

        init() {}
    }

    private struct Loop: Message {
        var next: [Loop]?

        init() {}
    }

    @Test func `is refused for a member without a type that can be described, or that is not optional`() {
        #expect(throws: DecodingError.self) { try MemberList(of: Odd.self) }
        #expect(throws: DecodingError.self) { try MemberList(of: Strict.self) }
    }

    @Test func `may contain itself`() throws {
        var schemas = SchemaCollection()
        try schemas.add(Loop.self)
        let reference: JSONValue = .object(["$ref": .string("#/components/schemas/\(Loop.schemaName)")])
        #expect(schemas.schemas.count == 1)
        #expect(
            schemas.schemas[Loop.schemaName]
                == ["type": "object", "properties": ["next": ["type": "array", "items": reference]]]
        )
    }
}
