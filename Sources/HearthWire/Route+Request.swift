package import HearthHTTP
package import HearthJSON

extension Route {
    /// The request that calls an operation over this route, under the path that names the host.
    ///
    /// Parameters that the path names go there, those of a GET or DELETE into the query, all others into the body.
    ///
    /// - Parameters:
    ///   - parameters: The members of the operation's request.
    ///   - origin: Where the server is: scheme, host and port.
    /// - Returns: The request, or `nil` if a parameter of the path is not given.
    package func request(_ parameters: JSONObject, origin: String) -> HTTPRequest? {
        var rest = parameters
        guard let path = path(taking: &rest) else { return nil }
        var request = HTTPRequest(method, origin: origin, target: path)
        if method == .get || method == .delete {
            if !rest.isEmpty { request.target += "?" + Self.query(rest).encoded }
        } else {
            request.fields["Content-Type"] = "application/json"
            request.body = JSON.serialize(.object(rest))
        }
        return request
    }

    /// Fills the template with the parameters it names, which are taken out of the others.
    private func path(taking parameters: inout JSONObject) -> String? {
        var path = ""
        for segment in emulatorPath.split(separator: "/") {
            guard segment.first == "{", let end = segment.firstIndex(of: "}") else {
                path += "/" + segment
                continue
            }
            let name = String(segment[..<end].dropFirst())
            guard let value = parameters[name].map(Self.text), !value.isEmpty else { return nil }
            parameters[name] = nil
            path += "/" + PercentEncoding.encode(value) + segment[end...].dropFirst()
        }
        return path
    }

    private static func query(_ parameters: JSONObject) -> FormParameters {
        var query = FormParameters()
        for member in parameters.members { query.append(member.name, text(of: member.value)) }
        return query
    }

    private static func text(of value: JSONValue) -> String {
        value.string ?? String(decoding: JSON.serialize(value), as: UTF8.self)
    }
}
