extension FirestoreBackend {
    /// The largest body of a request over HTTP/1.1 or HTTP/2 that is not gRPC, in bytes: a commit of Firestore's largest
    /// size, as JSON.
    public static let maximumBody = 16 << 20

    /// Whether a request is this backend's to answer, where it shares a port with other services.
    ///
    /// - Parameter path: The path of any request, still percent-encoded.
    /// - Returns: Whether it is a path of Firestore's; paths that other emulators have too are not.
    public static func owns(path: Substring) -> Bool {
        if EmulatorRules.owns(path) { return true }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let start = parts.count > 2 && parts[1] == "emulator" ? 3 : 2
        return parts.count > start + 2 && parts[start] == "projects" && parts[start + 2] == "databases"
    }
}
