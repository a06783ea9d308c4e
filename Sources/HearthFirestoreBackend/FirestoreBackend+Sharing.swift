public import HearthHTTP

extension FirestoreBackend {
    /// The largest body of a request over HTTP/1.1 or HTTP/2 that is not gRPC, in bytes: a commit of Firestore's largest
    /// size, as JSON.
    public static let maximumBody = 16 << 20

    /// Whether a request is this backend's to answer, where it shares a port with other services.
    ///
    /// - Parameter path: The path of any request, still percent-encoded.
    /// - Returns: Whether it is a path of Firestore's; paths that other emulators have too are not.
    public static func owns(path: Substring) -> Bool {
        if EmulatorRules.owns(path) || EmulatorExplanations.owns(path) || EmulatorIndexes.owns(path)
            || EmulatorExports.verb(of: path) != nil
            || ChannelRequest.stream(of: path) != nil
        {
            return true
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let start = parts.count > 2 && parts[1] == "emulator" ? 3 : 2
        return parts.count > start + 2 && parts[start] == "projects" && parts[start + 2] == "databases"
    }

    /// Whether a request to an emulator clears documents, replaces rules or claims to be an administrator's: what only
    /// programs of this machine may do.
    ///
    /// - Parameter head: The head of any request.
    /// - Returns: Whether the server that answers it has to make sure that the caller is local.
    public static func needsLocalCaller(_ head: HTTPRequestHead) -> Bool {
        let authorization = head.fields["authorization"]?.lowercased() ?? ""
        return head.path.hasPrefix("/emulator/") || authorization == "bearer owner"
            || authorization.hasPrefix("bearer ya29.") || head.query["access_token"] != nil
    }
}
