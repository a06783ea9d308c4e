internal import HearthCore

/// Moments as people read them.
enum TimeWords {
    /// The moment, and how far it is from now: `2026-11-20T12:30:00Z, in 55 minutes`.
    static func text(_ moment: UnixTime, now: UnixTime) -> String {
        let date = CivilTime(moment).rfc3339.prefix { $0 != "." } + "Z"
        let seconds = moment.seconds - now.seconds
        if seconds == 0 { return date + ", now" }
        let distance = distance(seconds.magnitude)
        return date + (seconds > 0 ? ", in \(distance)" : ", \(distance) ago")
    }

    /// A number of seconds in its largest unit, rounded down.
    static func distance(_ seconds: UInt64) -> String {
        let (count, unit): (UInt64, String) =
            switch seconds {
            case ..<60: (seconds, "second")
            case ..<3600: (seconds / 60, "minute")
            case ..<86_400: (seconds / 3600, "hour")
            default: (seconds / 86_400, "day")
            }
        return "\(count) \(unit)" + (count == 1 ? "" : "s")
    }
}
