internal import HearthHTTP
package import HearthJSON

/// The description of the whole API in the form of [OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.1.html), made
/// from the declared operations.
package enum APIDescription {
    /// The document.
    ///
    /// - Throws: `DecodingError` if a message has a member that cannot be described.
    package static func document() throws -> JSONValue {
        var schemas = SchemaCollection()
        var paths = JSONObject()
        for operation in allOperations {
            try add(operation, to: &schemas)
            for (index, route) in operation.routes.enumerated() {
                let id = index == 0 ? "\(operation)" : "\(operation)_\(index + 1)"
                var item = paths[route.emulatorPath]?.object ?? JSONObject()
                item[route.method.rawValue.lowercased()] = try self.operation(operation, route, id: id)
                paths[route.emulatorPath] = .object(item)
            }
        }
        return [
            "openapi": "3.1.0",
            "info": ["title": "Hearth", "version": "1"],
            "servers": [["url": "/"]],
            "paths": .object(paths),
            "components": [
                "schemas": .object(schemas.schemas),
                "responses": ["Refusal": ["description": "The call was refused.", "content": content(refusal)]],
                "securitySchemes": securitySchemes,
            ],
        ]
    }

    private static func add<Op: Operation>(_ operation: Op.Type, to schemas: inout SchemaCollection) throws {
        try schemas.add(Op.Request.self)
        try schemas.add(Op.Response.self)
    }

    private static func operation<Op: Operation>(_ operation: Op.Type, _ route: Route, id: String) throws -> JSONValue {
        var description = JSONObject()
        description["operationId"] = .string(id)
        description["tags"] = [.string(tag(of: route))]
        let named = route.parameterNames
        var parameters = named.map { parameter($0, in: "path", String.schema) }
        let hasBody = route.method != .get && route.method != .delete
        if !hasBody {
            for member in try MemberList(of: Op.Request.self).members where !named.contains(member.name) {
                parameters.append(parameter(member.name, in: "query", member.type.schema))
            }
        }
        if !parameters.isEmpty { description["parameters"] = .array(parameters) }
        if hasBody { description["requestBody"] = ["content": content(Op.Request.schema)] }
        description["responses"] = [
            "200": ["description": "The call succeeded.", "content": content(Op.Response.schema)],
            "default": ["$ref": "#/components/responses/Refusal"],
        ]
        description["security"] = security(of: route.access)
        return .object(description)
    }

    private static func parameter(_ name: String, in place: String, _ schema: JSONValue) -> JSONValue {
        ["name": .string(name), "in": .string(place), "required": .bool(place == "path"), "schema": schema]
    }

    private static func content(_ schema: JSONValue) -> JSONValue {
        ["application/json": ["schema": schema]]
    }

    private static func tag(of route: Route) -> String {
        route.service == .own ? "emulator" : route.service.rawValue
    }

    private static func security(of access: Route.Access) -> JSONValue {
        switch access {
        case .open, .emulator: []
        case .apiKey: [["key": []], ["keyInHeader": []], ["administrator": []]]
        case .administrator, .signer, .operator: [["administrator": []]]
        }
    }

    private static let securitySchemes: JSONValue = [
        "key": ["type": "apiKey", "in": "query", "name": "key"],
        "keyInHeader": ["type": "apiKey", "in": "header", "name": "x-goog-api-key"],
        "administrator": ["type": "http", "scheme": "bearer"],
    ]

    /// The envelope of ``APIError``.
    private static let refusal: JSONValue = [
        "type": "object",
        "required": ["error"],
        "properties": [
            "error": [
                "type": "object",
                "required": ["code", "message"],
                "properties": [
                    "code": ["type": "integer"],
                    "message": ["type": "string"],
                    "status": ["type": "string"],
                    "errors": ["type": "array", "items": ["type": "object"]],
                ],
            ]
        ],
    ]
}

extension Route {
    /// The parameters that the path names, in order.
    package var parameterNames: [String] {
        path.split(separator: "/").compactMap { segment in
            segment.first == "{" ? String(segment.dropFirst().prefix { $0 != "}" }) : nil
        }
    }
}
