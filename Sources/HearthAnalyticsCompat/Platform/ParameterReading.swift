internal import Foundation
internal import HearthAnalyticsModel

/// Reads the values that Firebase's functions take: texts, numbers, and lists of dictionaries.
struct ParameterReading {
    let parameters: AnalyticsParameters

    init(_ values: [String: Any]) {
        var read: [String: AnalyticsValue] = [:]
        for (name, value) in values { read[name] = Self.value(value, isItems: name == "items") }
        parameters = AnalyticsParameters(read)
    }

    private static func value(_ value: Any, isItems: Bool) -> AnalyticsValue? {
        switch value {
        case let text as String: return .string(text)
        // Before the casts below, for which a box with a whole number is a double.
        case let number as NSNumber where type(of: value) is NSNumber.Type: return boxed(number)
        case let truth as Bool: return .int(truth ? 1 : 0)
        case let number as any BinaryInteger: return .int(Int64(clamping: number))
        case let number as Double: return .double(number)
        case let number as Float: return .double(Double(number))
        case let number as NSNumber: return .double(number.doubleValue)
        case let items as [[String: Any]] where isItems:
            return .items(items.map { AnalyticsItem(parameters: ParameterReading($0).parameters) })
        default:
            let problem =
                "a parameter has a value of type \(type(of: value)), which Analytics cannot hold: it is left out."
            ComplaintOnce.analytics.say(problem)
            return nil
        }
    }

    private static func boxed(_ number: NSNumber) -> AnalyticsValue {
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): .double(number.doubleValue)
        case UInt8(ascii: "Q") where number.int64Value < 0: .int(.max)
        default: .int(number.int64Value)
        }
    }
}
