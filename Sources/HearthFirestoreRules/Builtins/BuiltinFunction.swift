/// A function of the rules language itself.
enum BuiltinFunction: String, Sendable {
    case bool, float, int, path, string
    case debug
    case exists, existsAfter, get, getAfter
    case durationAbs = "duration.abs"
    case durationTime = "duration.time"
    case durationValue = "duration.value"
    case hashingCRC32 = "hashing.crc32"
    case hashingCRC32C = "hashing.crc32c"
    case hashingMD5 = "hashing.md5"
    case hashingSHA256 = "hashing.sha256"
    case latlngValue = "latlng.value"
    case mathAbs = "math.abs"
    case mathCeil = "math.ceil"
    case mathFloor = "math.floor"
    case mathIsInfinite = "math.isInfinite"
    case mathIsNaN = "math.isNaN"
    case mathPow = "math.pow"
    case mathRound = "math.round"
    case mathSqrt = "math.sqrt"
    case timestampDate = "timestamp.date"
    case timestampValue = "timestamp.value"

    /// Names that no variable may have.
    static let packages: Set<String> = ["duration", "hashing", "latlng", "math", "timestamp"]

    var parameterCount: Int {
        switch self {
        case .durationTime: 4
        case .timestampDate: 3
        case .durationValue, .latlngValue, .mathPow: 2
        default: 1
        }
    }

    /// Whether the function reads a document.
    var readsDocument: Bool {
        switch self {
        case .exists, .existsAfter, .get, .getAfter: true
        default: false
        }
    }

    /// Whether the documentation has the function but production refuses it.
    var isRefusedByProduction: Bool {
        switch self {
        case .bool, .debug, .mathIsInfinite: true
        default: false
        }
    }
}
