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
        let isEmulators = path.utf8.starts(with: "/emulator/".utf8)
        if isEmulators, isEmulatorControl(path) { return true }
        if ChannelRequest.stream(of: path) != nil { return true }
        // By bytes, because this is asked about every request of the port, and most are another service's.
        guard let named = behind(slashes: isEmulators ? 3 : 2, of: path.utf8), named.starts(with: "projects/".utf8),
            let below = behind(slashes: 2, of: named)
        else { return false }
        return below.prefix { $0 != UInt8(ascii: "/") }.elementsEqual("databases".utf8)
    }

    /// What follows so many slashes; `nil` if there are not as many.
    private static func behind(slashes count: Int, of path: Substring.UTF8View) -> Substring.UTF8View? {
        var rest = path
        for _ in 0..<count {
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            rest = rest[rest.index(after: slash)...]
        }
        return rest
    }

    private static func isEmulatorControl(_ path: Substring) -> Bool {
        EmulatorRules.owns(path) || EmulatorExplanations.owns(path) || EmulatorIndexes.owns(path)
            || EmulatorExports.verb(of: path) != nil
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
