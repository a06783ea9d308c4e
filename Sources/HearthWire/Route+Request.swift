package import HearthHTTP
package import HearthJSON

extension Route {
    /// The request that calls an operation over this route, under the path that names the host.
    ///
    /// Parameters that the path names go there, those of a GET or DELETE into the query, all others into the body. A
    /// null counts as left out of the path and of the query.
    ///
    /// - Parameters:
    ///   - parameters: The members of the operation's request.
    ///   - origin: Where the server is: scheme, host and port.
    /// - Returns: The request, or `nil` if a parameter of the path is not given, or is `.` or `..`: HTTP clients and proxies
    ///   remove such a segment ([RFC 3986 §5.2.4](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4)), and the
    ///   request would reach another path.
    package func request(_ parameters: JSONObject, origin: String) -> HTTPRequest? {
        var rest = parameters
        guard let path = path(taking: &rest) else { return nil }
        var request = HTTPRequest(method, origin: origin, target: path)
        if method == .get || method == .delete {
            let query = Self.query(rest)
            if !query.all.isEmpty { request.target += "?" + query.encoded }
        } else {
            request.fields["Content-Type"] = "application/json"
            request.body = JSON.serialize(.object(rest))
        }
        return request
    }

    /// Fills the template with the parameters it names, which are taken out of the others.
    private func path(taking parameters: inout JSONObject) -> String? {
        var path = ""
        for segment in emulatorPath.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard segment.first == "{", let end = segment.firstIndex(of: "}") else {
                path += "/" + segment
                continue
            }
            let name = String(segment[..<end].dropFirst())
            guard let value = parameters[name], !value.isNull else { return nil }
            let text = Self.text(of: value)
            let filled = PercentEncoding.encode(text) + segment[end...].dropFirst()
            guard !text.isEmpty, filled != ".", filled != ".." else { return nil }
            parameters[name] = nil
            path += "/" + filled
        }
        return path
    }

    private static func query(_ parameters: JSONObject) -> FormParameters {
        var query = FormParameters()
        for member in parameters.members where !member.value.isNull {
            query.append(member.name, text(of: member.value))
        }
        return query
    }

    private static func text(of value: JSONValue) -> String {
        value.string ?? String(decoding: JSON.serialize(value), as: UTF8.self)
    }
}
