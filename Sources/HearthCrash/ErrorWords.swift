/// The type and the description of an error.
enum ErrorWords {
    static func of(_ error: any Error) -> (type: String, message: String) {
        let type = String(reflecting: Swift.type(of: error))
        // Private types have a place in their name that changes with each build.
        let readable = type.split(separator: ".").filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
        return (readable, String(String(describing: error).prefix(1_000)))
    }
}
