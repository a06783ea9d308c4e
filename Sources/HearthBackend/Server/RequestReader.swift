internal import HearthHTTP
internal import HearthJSON
internal import HearthWire

/// Makes one document of a request's body, query and path, with every name in camel case.
///
/// The cost grows with the bytes of the request and no faster, and its parts are counted.
enum RequestReader {
    /// The most parameters of a form or a query.
    static let maximumParameters = 1000
    /// The most values in a JSON body: what the accounts of the largest import have.
    static let maximumValues = 2_000_000

    /// What a request with a body may say in its query.
    ///
    /// Everything else belongs into the body: a query is kept in logs and histories.
    private static let queryOfBody: Set<String> = [
        "updateMask", "tenantId", "idpId", "oauthIdpConfigId", "inboundSamlConfigId",
    ]

    /// Reads the parameters of a request.
    ///
    /// The path wins over the body, and the body over the query: what was checked must be what is used.
    static func document(
        of request: HTTPRequest,
        pathParameters: [(name: String, value: String)]
    ) throws(APIError) -> JSONObject {
        let hasBody = request.method != .get && request.method != .head && request.method != .delete
        return try fill(try body(of: request), from: request, pathParameters) { name in
            !hasBody || queryOfBody.contains(name)
        }
    }

    /// Reads the parameters of a request whose body is not a document, such as a form in a page.
    static func parameters(
        of request: HTTPRequest,
        pathParameters: [(name: String, value: String)]
    ) throws(APIError) -> JSONObject {
        try fill(JSONObject(), from: request, pathParameters) { _ in true }
    }

    private static func fill(
        _ body: JSONObject,
        from request: HTTPRequest,
        _ pathParameters: [(name: String, value: String)],
        takes: (String) -> Bool
    ) throws(APIError) -> JSONObject {
        var document = body
        var query = JSONObject()
        for parameter in request.query.all where !Self.isOurs(parameter.name) {
            let name = camelCased(parameter.name)
            guard takes(name) else { continue }
            guard query[name] == nil else { throw ambiguous(name) }
            query[name] = .string(parameter.value)
        }
        for member in query.members where document[member.name] == nil { document[member.name] = member.value }
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
        if isForm(request) { return try form(request) }
        do {
            let value = try JSON.parse(request.body, maximumValues: maximumValues)
            guard let object = value.object else {
                throw APIError.invalidArgument("Invalid JSON payload received. The body must be an object.")
            }
            // Nearly every client writes camel case, and gets its document back as it is.
            return hasIrregularName(value) ? try camelCased(object) : object
        } catch let error as JSONError {
            let place = error.offset.map { " at offset \($0)" } ?? ""
            throw .invalidArgument("Invalid JSON payload received. \(error.reason)\(place)", reason: "parseError")
        } catch let error as APIError {
            throw error
        } catch {
            throw .internalError
        }
    }

    private static func form(_ request: HTTPRequest) throws(APIError) -> JSONObject {
        let parameters: FormParameters
        do throws(FormError) {
            parameters = try request.form(limit: maximumParameters)
        } catch {
            throw .invalidArgument(
                error.code == .tooManyParameters
                    ? "The form has more than \(maximumParameters) parameters." : "The form is not UTF-8."
            )
        }
        var document = JSONObject()
        for parameter in parameters.all {
            let name = camelCased(parameter.name)
            guard document[name] == nil else { throw ambiguous(name) }
            document[name] = .string(parameter.value)
        }
        return document
    }

    /// Which of two values counts would depend on the reader.
    private static func ambiguous(_ name: String) -> APIError {
        .invalidArgument("'\(name)' is given more than once, in camel case and in snake case counted as one name.")
    }

    /// Parameters that steer the call and are not part of the request.
    private static func isOurs(_ name: String) -> Bool {
        name == "key" || name == "alt" || name.hasPrefix("$")
    }

    private static func isForm(_ request: HTTPRequest) -> Bool {
        let type = request.fields["content-type"] ?? ""
        return type.lowercased().hasPrefix("application/x-www-form-urlencoded")
    }

    private static func camelCased(_ object: JSONObject) throws(APIError) -> JSONObject {
        var result = JSONObject()
        for member in object.members {
            let name = camelCased(member.name)
            guard result[name] == nil else { throw ambiguous(name) }
            result[name] = try camelCased(member.value)
        }
        return result
    }

    private static func camelCased(_ value: JSONValue) throws(APIError) -> JSONValue {
        switch value {
        case .object(let object): return .object(try camelCased(object))
        case .array(let values):
            var result: [JSONValue] = []
            result.reserveCapacity(values.count)
            for value in values { result.append(try camelCased(value)) }
            return .array(result)
        default: return value
        }
    }

    private static func hasIrregularName(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let object):
            object.members.contains { MemberName.isIrregular($0.name) || hasIrregularName($0.value) }
        case .array(let values): values.contains(where: hasIrregularName)
        default: false
        }
    }

    /// The name of a member as this API spells it.
    static func camelCased(_ name: String) -> String { MemberName.regular(name) }
}
