import HearthJSON
import Testing

@testable import HearthWire

@Suite("What is read before a request is decoded")
struct DocumentReadingTests {
    private func read<Op: DocumentReading>(_ operation: Op.Type, _ json: String) throws -> Op.Request {
        var document = try #require(try JSON.parse(Array(json.utf8)).object)
        try Op.read(&document)
        return try JSON.decode(Op.Request.self, from: .object(document))
    }

    @Test(
        arguments: [
            (#"{"displayName": null}"#, ["DISPLAY_NAME"]), (#"{"photoUrl": null}"#, ["PHOTO_URL"]),
            (#"{"photoUrl": null, "displayName": null}"#, ["DISPLAY_NAME", "PHOTO_URL"]),
            (#"{"displayName": null, "deleteAttribute": ["EMAIL"]}"#, ["EMAIL", "DISPLAY_NAME"]),
            (#"{"displayName": null, "deleteAttribute": null}"#, ["DISPLAY_NAME"]),
            (#"{"deleteAttribute": [1]}"#, ["EMAIL"]),
        ] as [(String, [String])]
    )
    func `a name or a picture that is null is cleared`(_ json: String, _ cleared: [String]) throws {
        #expect(try read(UpdateAccount.self, json).deleteAttribute?.map(\.rawValue) == cleared)
    }

    @Test(arguments: [#"{"displayName": ""}"#, #"{"photoUrl": "x"}"#, #"{"email": null, "password": null}"#, "{}"])
    func `nothing else is cleared`(_ json: String) throws {
        #expect(try read(UpdateAccount.self, json).deleteAttribute == nil)
    }

    @Test(arguments: [#""EMAIL""#, "4", "{}", "true"])
    func `a list of attributes that is none is refused, also beside a null`(_ list: String) {
        for json in [#"{"deleteAttribute": \#(list)}"#, #"{"displayName": null, "deleteAttribute": \#(list)}"#] {
            let error = #expect(throws: JSONError.self, "\(json)") { try read(UpdateAccount.self, json) }
            #expect(error?.path == "deleteAttribute")
        }
    }

    @Test(
        arguments: [
            (#"{"mfa": null}"#, "Invalid JSON payload received. /mfa must be object"),
            (#"{"mfa": {"enrollments": null}}"#, "Invalid JSON payload received. /mfa/enrollments must be array"),
        ]
    )
    func `a list of second factors that is null is refused, because it could mean none or all`(
        _ json: String,
        _ message: String
    ) {
        let error = #expect(throws: APIError.self) { try read(UpdateAccount.self, json) }
        #expect(error?.message == message)
        #expect(error?.httpStatus == 400 && error?.status == "INVALID_ARGUMENT")
    }

    @Test func `a list of second factors is empty, or left out`() throws {
        #expect(try read(UpdateAccount.self, #"{"mfa": {}}"#).mfa?.enrollments == nil)
        #expect(try read(UpdateAccount.self, #"{"mfa": {"enrollments": []}}"#).mfa?.enrollments?.isEmpty == true)
    }

    @Test(
        arguments: [
            (#"{"signIn": {"allowDuplicateEmails": true}, "updateMask": "x", "targetProjectId": "p"}"#, []),
            (#"{"colour": 1}"#, ["colour"]), (#"{"signIn": {"colour": 1, "email": {"size": 2}}}"#, nil),
            (#"{"signIn": {"phoneNumber": {"testPhoneNumbers": {"+15555550100": "123456"}}}}"#, []),
            (#"{"blockingFunctions": {"anything": {"goes": 1}}}"#, []),
            (#"{"mfa": {"providerConfigs": [{"state": "ENABLED"}, {"color": "red"}]}}"#, ["mfa.providerConfigs.color"]),
            (#"{"signIn": 5, "name": null}"#, []),
        ] as [(String, [String]?)]
    )
    func `members that no configuration has are named`(_ json: String, _ unknown: [String]?) throws {
        var document = try #require(try JSON.parse(Array(json.utf8)).object)
        try UpdateProjectConfig.read(&document)
        let found = document["unknownMembers"]?.array?.compactMap(\.string)
        #expect(found == unknown ?? ["signIn.colour", "signIn.email.size"])
    }

    @Test func `a client cannot say itself which members are unknown`() throws {
        let request = try read(UpdateProjectConfig.self, #"{"unknownMembers": ["forged"], "publicName": "Shop"}"#)
        #expect(request.unknownMembers == [] && request.publicName == "Shop")
    }
}

@Suite("The members that a mask names")
struct MessageShapeTests {
    @Test(
        arguments: [
            ("displayName", "displayName"), ("mfaConfig", "mfaConfig"), ("mfaConfig.state", "mfaConfig.state"),
            // A list is one member: a path into it means all of it.
            ("mfaConfig.providerConfigs", "mfaConfig.providerConfigs"),
            ("mfaConfig.providerConfigs.0", "mfaConfig.providerConfigs"),
            ("mfaConfig.providerConfigs.0.state", "mfaConfig.providerConfigs"),
            ("mfaConfig.enabledProviders.7", "mfaConfig.enabledProviders"), ("mfaConfig.nothing", nil),
            ("nothing", nil), ("displayName.x", nil), ("allowPasswordSignup.x", nil), ("", nil), ("DisplayName", nil),
            ("mfaConfig.", nil), (".mfaConfig", nil),
        ] as [(String, String?)]
    )
    func `are found in a tenant`(_ path: String, _ member: String?) {
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        #expect(MessageShape.resolve(names, in: Tenant.self)?.joined(separator: ".") == member)
    }

    @Test(
        arguments: [
            ("signIn.phoneNumber.testPhoneNumbers", "signIn.phoneNumber.testPhoneNumbers"),
            // A map and a free document are one member too.
            ("signIn.phoneNumber.testPhoneNumbers.+15555550100", "signIn.phoneNumber.testPhoneNumbers"),
            ("blockingFunctions.triggers.beforeCreate", "blockingFunctions"),
            ("notification.sendEmail.smtp.port", "notification.sendEmail.smtp"),
            ("signIn.hashConfig.rounds", "signIn.hashConfig"), ("authorizedDomains", "authorizedDomains"),
            ("notification.sendEmail.callbackUri.x", nil),
        ] as [(String, String?)]
    )
    func `are found in a configuration`(_ path: String, _ member: String?) {
        let names = path.split(separator: ".").map(String.init)
        #expect(MessageShape.resolve(names, in: ProjectConfig.self)?.joined(separator: ".") == member)
    }

    @Test func `are none for an empty path`() {
        #expect(MessageShape.resolve([], in: Tenant.self) == nil)
    }

    @Test func `stand in the order of the declaration`() {
        #expect(MessageShape.members(of: FederatedUserIdentifier.self) == ["providerId", "rawId"])
        #expect(MessageShape.members(of: EmptyMessage.self) == [])
        // A configuration's members and what to do with them are one list.
        let write = MessageShape.members(of: ProviderConfigWrite<OAuthIDPConfig>.self)
        #expect(write.starts(with: MessageShape.members(of: OAuthIDPConfig.self)))
        #expect(write.suffix(5) == ["oauthIdpConfigId", "configId", "updateMask", "tenantId", "targetProjectId"])
    }

    @Test(arguments: GoldenMessage.all)
    func `are those of the document, for every message`(_ golden: GoldenMessage) throws {
        #expect(Set(MessageShape.members(of: golden.type)) == Set(try golden.document().names))
        #expect(MessageShape.unknownMembers(of: try golden.document(), as: golden.type) == [])
    }

    @Test func `are told from others inside lists and objects`() throws {
        let document: JSONObject = [
            "users": [["localId": "u1", "nick": 1], ["mfaInfo": [["phoneInfo": "x", "carrier": "y"]]]], "extra": [:],
        ]
        #expect(
            MessageShape.unknownMembers(of: document, as: LookUpAccount.Response.self) == [
                "users.nick", "users.mfaInfo.carrier", "extra",
            ]
        )
    }
}
