internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire
internal import HearthHTTP

/// The query parameters of a request, by the names that fields have in JSON.
struct RESTParameters {
    private var values: [String: [String]] = [:]

    init(_ query: FormParameters) {
        for parameter in query.all { values[Self.camelCase(parameter.name), default: []].append(parameter.value) }
    }

    private static func camelCase(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "_")) else { return name }
        var result = ""
        var raisesNext = false
        for character in name {
            if character == "_" {
                raisesNext = true
            } else {
                result += raisesNext ? character.uppercased() : String(character)
                raisesNext = false
            }
        }
        return result
    }

    func text(_ name: String) -> String { values[name]?.last ?? "" }

    func number(_ name: String) throws(FirestoreError) -> Int32 {
        guard let text = values[name]?.last else { return 0 }
        guard let number = Int32(text) else { throw Self.failure(name) }
        return number
    }

    func truth(_ name: String) throws(FirestoreError) -> Bool? {
        guard let text = values[name]?.last else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default: throw Self.failure(name)
        }
    }

    func time(_ name: String) throws(FirestoreError) -> Timestamp? {
        guard let text = values[name]?.last else { return nil }
        guard let moment = Timestamp(rfc3339: text) else { throw Self.failure(name) }
        return moment
    }

    func bytes(_ name: String) throws(FirestoreError) -> [UInt8]? {
        guard let text = values[name]?.last else { return nil }
        guard let bytes = Base64.decodeLeniently(text) else { throw Self.failure(name) }
        return bytes
    }

    func mask(_ name: String) -> WireMask? {
        guard let paths = values[name + ".fieldPaths"] else { return nil }
        var mask = WireMask()
        mask.fieldPaths = paths
        return mask
    }

    func currentDocument() throws(FirestoreError) -> WirePrecondition? {
        var condition = WirePrecondition()
        condition.exists = try truth("currentDocument.exists")
        condition.updateTime = try time("currentDocument.updateTime")
        if condition.exists != nil, condition.updateTime != nil { throw Self.failure("currentDocument") }
        return condition.exists == nil && condition.updateTime == nil ? nil : condition
    }

    private static func failure(_ name: String) -> FirestoreError {
        .invalid("The value of the parameter \(name) is not valid.")
    }
}
