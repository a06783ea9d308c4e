import HearthHTTP
import HearthJSON
import Testing

@testable import HearthWire

@Suite("The description of the API")
struct APIDescriptionTests {
    private let document: JSONValue

    init() throws {
        document = try APIDescription.document()
    }

    @Test func `has every route once, under its own name`() throws {
        let paths = try #require(document["paths"]?.object)
        let described = paths.members.flatMap { path in
            path.value.object?.members.map { "\($0.name.uppercased()) \(path.name)" } ?? []
        }
        let declared = allOperations.flatMap { $0.routes }.map { "\($0.method) \($0.emulatorPath)" }
        #expect(described.sorted() == declared.sorted())
        let names = Self.operations(in: paths).compactMap { $0["operationId"]?.string }
        #expect(names.count == declared.count && Set(names).count == declared.count)
        #expect(Set(allOperations.map { "\($0)" }).isSubset(of: names))
    }

    @Test func `names each parameter of a path, and no body where there is none`() throws {
        for path in try #require(document["paths"]?.object).members {
            for operation in try #require(path.value.object).members {
                let parameters = operation.value["parameters"]?.array ?? []
                let inPath = parameters.filter { $0["in"] == "path" }.compactMap { $0["name"]?.string }
                #expect(inPath.allSatisfy { path.name.contains("{\($0)}") })
                #expect(inPath.count == path.name.count { $0 == "{" })
                #expect(Set(parameters.compactMap { $0["name"]?.string }).count == parameters.count)
                #expect((operation.value["requestBody"] == nil) == ["get", "delete"].contains(operation.name))
            }
        }
    }

    @Test(
        arguments: [
            ("SignUp", ["key", "keyInHeader", "administrator"]), ("SignUp_2", ["administrator"]), ("ListCodes", []),
        ]
    )
    func `says who may call`(_ name: String, _ schemes: [String]) throws {
        let paths = try #require(document["paths"]?.object)
        let operation = try #require(Self.operations(in: paths).first { $0["operationId"]?.string == name })
        let found = operation["security"]?.array?.compactMap { $0.object?.names.first }
        #expect(found == schemes)
        let declared = try #require(document["components"]?["securitySchemes"]?.object)
        #expect(Set(schemes).isSubset(of: declared.names))
    }

    @Test func `every reference leads somewhere`() throws {
        for reference in Self.references(in: document) {
            var place: JSONValue? = document
            for step in reference.dropFirst(2).split(separator: "/") { place = place?[String(step)] }
            #expect(place?.object != nil, "\(reference)")
        }
    }

    @Test(arguments: GoldenTests.names)
    func `a golden message is what its schema says`(_ name: String) throws {
        let schemas = try #require(document["components"]?["schemas"]?.object)
        let operation = try #require(allOperations.first { "\($0)" == name })
        func check<Op: HearthWire.Operation>(_ operation: Op.Type) throws {
            let check = SchemaCheck(schemas: schemas)
            for (type, file) in [(Op.Request.schema, "request"), (Op.Response.schema, "response")] {
                let golden = try JSON.parse(#require(try GoldenFiles.bytes("\(name).\(file)")))
                #expect(check.problems(of: golden, as: type, at: file) == [])
            }
        }
        try check(operation)
    }

    @Test func `the check of messages finds what is wrong`() throws {
        let check = SchemaCheck(schemas: try #require(document["components"]?["schemas"]?.object))
        #expect(check.problems(of: ["email": 1], as: SignUp.Request.schema, at: "") == [".email: not a string"])
        #expect(check.problems(of: ["e": "x"], as: SignUp.Request.schema, at: "") == [".e: unknown"])
        let nested: JSONValue = ["mfaInfo": [["displayName": true]]]
        #expect(
            check.problems(of: nested, as: SignUp.Request.schema, at: "") == [".mfaInfo[0].displayName: not a string"]
        )
    }

    private static func operations(in paths: JSONObject) -> [JSONValue] {
        paths.members.flatMap { $0.value.object?.members.map(\.value) ?? [] }
    }

    private static func references(in value: JSONValue) -> [String] {
        switch value {
        case .object(let object):
            (object["$ref"]?.string.map { [$0] } ?? []) + object.members.flatMap { references(in: $0.value) }
        case .array(let values): values.flatMap(references)
        default: []
        }
    }
}
