internal import HearthHTTP
internal import HearthWire

/// Finds what answers a method and a path.
struct Router<Target: Sendable>: Sendable {
    /// What was found: the target, and the values of the path's parameters.
    struct Match: Sendable {
        let target: Target
        let access: Route.Access
        let parameters: [(name: String, value: String)]
    }

    private struct Template: Sendable {
        let method: HTTPMethod
        let segments: [Substring]
        let target: Target
        let access: Route.Access
    }

    private var fixed: [String: Match] = [:]
    // By the number of segments, so that a path is compared with few templates.
    private var templates: [Int: [Template]] = [:]

    /// Adds a route under each of its paths.
    mutating func add(_ route: Route, _ target: Target) {
        for path in Self.paths(of: route) {
            if path.contains("{") {
                let segments = path.split(separator: "/")
                let template = Template(method: route.method, segments: segments, target: target, access: route.access)
                templates[segments.count, default: []].append(template)
            } else {
                fixed[Self.key(route.method, path)] = Match(target: target, access: route.access, parameters: [])
            }
        }
    }

    /// Finds the route of a request, whose path is still percent-encoded.
    func match(_ method: HTTPMethod, _ path: some StringProtocol) -> Match? {
        if let match = fixed[Self.key(method, path)] { return match }
        let segments = path.split(separator: "/")
        for template in templates[segments.count] ?? [] where template.method == method {
            if let parameters = Self.parameters(of: segments.map { Substring($0) }, template.segments) {
                return Match(target: template.target, access: template.access, parameters: parameters)
            }
        }
        return nil
    }

    /// The paths under which a route is served: with the name of its host and without.
    private static func paths(of route: Route) -> [String] {
        route.service == .own ? [route.path] : ["/\(route.service.rawValue)\(route.path)", route.path]
    }

    private static func key(_ method: HTTPMethod, _ path: some StringProtocol) -> String {
        "\(method.rawValue) \(path)"
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
