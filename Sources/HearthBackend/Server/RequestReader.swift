internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// Makes one document of a request's body, query and path, with every name in camel case.
enum RequestReader {
    /// Reads the parameters of a request.
    ///
    /// The path wins over the body, and the body over the query: what was checked must be what is used.
    static func document(
        of request: HTTPRequest,
        pathParameters: [(name: String, value: String)]
    ) throws(APIError) -> JSONObject {
        try fill(try body(of: request), from: request, pathParameters)
    }

    /// Reads the parameters of a request whose body is not a document, such as a form in a page.
    static func parameters(
        of request: HTTPRequest,
        pathParameters: [(name: String, value: String)]
    ) throws(APIError) -> JSONObject {
        try fill(JSONObject(), from: request, pathParameters)
    }

    private static func fill(
        _ body: JSONObject,
        from request: HTTPRequest,
        _ pathParameters: [(name: String, value: String)]
    ) throws(APIError) -> JSONObject {
        var document = body
        for parameter in request.query.all where !Self.isOurs(parameter.name) {
            let name = camelCased(parameter.name)
            if document[name] == nil { document[name] = .string(parameter.value) }
        }
        for parameter in pathParameters {
            if let named = document[parameter.name]?.string, named != parameter.value, parameter.name == "tenantId" {
                throw APIError(.tenantIDMismatch)
            }
            document[parameter.name] = .string(parameter.value)
        }
        return document
    }

    private static func body(of request: HTTPRequest) throws(APIError) -> JSONObject {
        guard !request.body.isEmpty else { return JSONObject() }
        if isForm(request) {
            var document = JSONObject()
            let text = String(decoding: request.body, as: UTF8.self)
            for parameter in FormParameters(decoding: text).all {
                document[camelCased(parameter.name)] = .string(parameter.value)
            }
            return document
        }
        do {
            let value = try JSON.parse(request.body)
            guard let object = value.object else {
                throw APIError.invalidArgument("Invalid JSON payload received. The body must be an object.")
            }
            return camelCased(object)
        } catch let error as JSONError {
            let place = error.offset.map { " at offset \($0)" } ?? ""
            throw .invalidArgument("Invalid JSON payload received. \(error.reason)\(place)", reason: "parseError")
        } catch let error as APIError {
            throw error
        } catch {
            throw .internalError
        }
    }

    /// Parameters that steer the call and are not part of the request.
    private static func isOurs(_ name: String) -> Bool {
        name == "key" || name == "alt" || name.hasPrefix("$")
    }

    private static func isForm(_ request: HTTPRequest) -> Bool {
        let type = request.fields["content-type"] ?? ""
        return type.lowercased().hasPrefix("application/x-www-form-urlencoded")
    }

    private static func camelCased(_ object: JSONObject) -> JSONObject {
        // Nearly every client writes camel case, and gets its document back as it is.
        guard hasSnakeCase(.object(object)) else { return object }
        var result = JSONObject()
        for member in object.members { result[camelCased(member.name)] = camelCased(member.value) }
        return result
    }

    private static func camelCased(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object): .object(camelCased(object))
        case .array(let values): .array(values.map(camelCased))
        default: value
        }
    }

    private static func hasSnakeCase(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let object):
            object.members.contains { $0.name.utf8.contains(UInt8(ascii: "_")) || hasSnakeCase($0.value) }
        case .array(let values): values.contains(where: hasSnakeCase)
        default: false
        }
    }

    /// `photo_url` becomes `photoUrl`; names without an underscore stay.
    static func camelCased(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "_")) else { return name }
        let words = name.split(separator: "_")
        guard let first = words.first else { return name }
        return String(first) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
