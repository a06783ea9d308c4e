internal import HearthHTTP

extension Console {
    /// What a request to Firestore does, from its path and its method.
    static func firestoreVerb(of head: HTTPRequestHead) -> String {
        let end = head.path.split(separator: "/").last?.split(separator: ":") ?? []
        if end.count > 1, let verb = end.last { return String(verb) }
        let documents = head.path.split(separator: "/").drop { $0 != "documents" }.dropFirst()
        return switch head.method {
        case .get: documents.count.isMultiple(of: 2) ? "get" : "list"
        case .post: "create"
        case .patch: "update"
        case .delete: "delete"
        default: head.method.rawValue
        }
    }
}
