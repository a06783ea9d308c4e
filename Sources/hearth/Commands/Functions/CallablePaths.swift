internal import HearthTriggers

/// The paths at which clients call the functions of a host: those of its project and its regions.
struct CallablePaths: Sendable {
    /// Project and region.
    private var places: Set<[Substring]> = []
    /// The paths of blocking functions, which answer the identity service alone.
    private var blocking: Set<[Substring]> = []

    /// No paths.
    init() {}

    /// Those of a host.
    init(_ manifest: FunctionsManifest) {
        places = Set(manifest.callable.map { Array(Self.parts($0[...]).prefix(2)) })
        blocking = Set(manifest.blocking.values.map { Self.parts($0[...]) })
    }

    /// Whether a path is for the host, which knows whether there is such a function.
    func contain(_ path: Substring) -> Bool {
        let parts = Self.parts(path)
        return parts.count >= 3 && places.contains(Array(parts.prefix(2))) && !blocking.contains(Array(parts.prefix(3)))
    }

    private static func parts(_ path: Substring) -> [Substring] {
        Array(path.split(separator: "/", omittingEmptySubsequences: false).dropFirst())
    }
}
