import HearthCore
import HearthFirestoreModel

/// Methods of timestamps, durations and places.
extension MethodCall {
    func applyToTimestamp(_ time: FineTime) throws(EvaluationStop) -> RulesValue {
        let calendar = time.calendar
        let midnight = Int128(time.day) * 86_400_000_000_000
        switch method {
        case .year: return .int(Int64(calendar.year))
        case .month: return .int(Int64(calendar.month))
        case .day: return .int(Int64(calendar.day))
        case .hours: return .int(Int64(calendar.hour))
        case .minutes: return .int(Int64(calendar.minute))
        case .seconds: return .int(Int64(calendar.second))
        case .nanos: return .int(Int64(time.nanoseconds))
        // Monday is 1, and Sunday 7.
        case .dayOfWeek: return .int(Int64(calendar.weekday == 0 ? 7 : calendar.weekday))
        case .dayOfYear:
            guard let newYear = FineTime(year: Int64(calendar.year), month: 1, day: 1) else { throw mismatch }
            return .int(time.day - newYear.day + 1)
        case .date: return try RulesValue.timestamp(total: midnight)
        case .time: return try RulesValue.duration(total: time.total - midnight)
        case .toMillis: return .int(time.seconds * 1000 + Int64(time.nanoseconds) / 1_000_000)
        default: throw undefined
        }
    }

    func applyToDuration(_ length: FineTime) throws(EvaluationStop) -> RulesValue {
        // Both parts have the sign of the whole.
        let (seconds, rest) = length.total.quotientAndRemainder(dividingBy: 1_000_000_000)
        switch method {
        case .seconds: return .int(Int64(truncatingIfNeeded: seconds))
        case .nanos: return .int(Int64(truncatingIfNeeded: rest))
        default: throw undefined
        }
    }

    func apply(to point: GeoPoint) throws(EvaluationStop) -> RulesValue {
        switch method {
        case .latitude: return .float(point.latitude)
        case .longitude: return .float(point.longitude)
        case .distance:
            guard case .latlng(let other) = arguments[0] else { throw mismatch }
            let (from, to) = ((point.latitude, point.longitude), (other.latitude, other.longitude))
            return .float(Mathematics.distance(from: from, to: to))
        default: throw undefined
        }
    }
}

extension RulesValue {
    /// A moment; an error outside the years 1 to 9999.
    static func timestamp(total: Int128) throws(EvaluationStop) -> RulesValue {
        guard let time = FineTime(total: total, within: FineTime.moments) else {
            throw .failed("The timestamp is out of range.")
        }
        return .timestamp(time)
    }

    /// A length of time; an error beyond 10,000 years.
    static func duration(total: Int128) throws(EvaluationStop) -> RulesValue {
        guard let length = FineTime(total: total, within: FineTime.lengths) else {
            throw .failed("The duration is out of range.")
        }
        return .duration(length)
    }
}
