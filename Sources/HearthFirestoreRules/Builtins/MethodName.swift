/// A method of some type of the rules language.
///
/// Types that share a name share the number of arguments.
enum MethodName: String, Sendable {
    case addedKeys, affectedKeys, changedKeys, removedKeys, unchangedKeys
    case bind
    case concat, join, removeAll, toSet
    case date, day, dayOfWeek, dayOfYear, hours, minutes, month, nanos, seconds, time, toMillis, year
    case diff, get, keys, values
    case difference, intersection, union
    case distance, latitude, longitude
    case hasAll, hasAny, hasOnly
    case lower, matches, replace, split, toUtf8, trim, upper
    case size
    case toBase64, toHexString

    var parameterCount: Int {
        switch self {
        case .get, .replace: 2
        case .bind, .concat, .diff, .difference, .distance, .hasAll, .hasAny, .hasOnly, .intersection, .join, .matches,
            .removeAll, .split, .union:
            1
        default: 0
        }
    }

    /// Whether the first argument is a regular expression.
    var takesPattern: Bool {
        switch self {
        case .matches, .replace, .split: true
        default: false
        }
    }
}
