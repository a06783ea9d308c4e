internal import HearthHTTP
internal import HearthWire

/// Finds what answers a method and a path.
struct Router<Target: Sendable>: Sendable {
    /// What was found: the target, and the values of the path's parameters.
    struct Match: Sendable {
        let target: Target
        let access: Route.Access
        /// The largest body, in bytes.
        let maximumBody: Int
        let parameters: [(name: String, value: String)]
    }

    private struct Template: Sendable {
        let route: Route
        let segments: [Substring]
        let target: Target
    }

    private var fixed: [HTTPMethod: [Substring: Match]] = [:]
    // By the number of segments, so that a path is compared with few templates.
    private var templates: [Int: [Template]] = [:]

    /// Adds a route under each of its paths.
    mutating func add(_ route: Route, _ target: Target) {
        for path in Self.paths(of: route) {
            if path.contains("{") {
                let segments = Self.segments(of: path[...])
                templates[segments.count, default: []].append(
                    Template(route: route, segments: segments, target: target)
                )
            } else {
                fixed[route.method, default: [:]][path[...]] = Match(
                    target: target,
                    access: route.access,
                    maximumBody: route.maximumBody,
                    parameters: []
                )
            }
        }
    }

    /// Finds the route of a request, whose path is still percent-encoded.
    ///
    /// Paths are compared segment by segment, empty ones included: a proxy in front of the server that guards
    /// `/v1/projects` must not be passed by `//v1//projects`.
    func match(_ method: HTTPMethod, _ path: Substring) -> Match? {
        if let match = fixed[method]?[path] { return match }
        let slashes = path.utf8.reduce(0) { $1 == UInt8(ascii: "/") ? $0 + 1 : $0 }
        guard let candidates = templates[slashes + 1] else { return nil }
        let segments = Self.segments(of: path)
        for template in candidates where template.route.method == method {
            if let parameters = Self.parameters(of: segments, template.segments) {
                return Match(
                    target: template.target,
                    access: template.route.access,
                    maximumBody: template.route.maximumBody,
                    parameters: parameters
                )
            }
        }
        return nil
    }

    private static func segments(of path: Substring) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// The paths under which a route is served: with the name of its host and without.
    private static func paths(of route: Route) -> [String] {
        route.service == .own ? [route.path] : ["/\(route.service.rawValue)\(route.path)", route.path]
    }

    /// Compares segments; a parameter may stand before a verb, as in `{projectId}:createSessionCookie`.
    private static func parameters(
        of segments: [Substring],
        _ template: [Substring]
    ) -> [(name: String, value: String)]? {
        var parameters: [(name: String, value: String)] = []
        for (segment, pattern) in zip(segments, template) {
            guard pattern.first == "{", let end = pattern.firstIndex(of: "}") else {
                if segment != pattern { return nil }
                continue
            }
            let suffix = pattern[pattern.index(after: end)...]
            guard segment.hasSuffix(suffix), let value = PercentEncoding.decode(segment.dropLast(suffix.count)),
                !value.isEmpty
            else { return nil }
            parameters.append((String(pattern[pattern.index(after: pattern.startIndex)..<end]), value))
        }
        return parameters
    }
}
