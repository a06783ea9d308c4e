internal import Foundation
internal import HearthCrashWire

/// Describes errors as Crashlytics does: an `NSError` by domain and code, with its descriptions.
enum ErrorReading {
    /// How many underlying errors are told.
    private static let depth = 5

    static func describe(_ error: any Error, _ userInfo: [String: Any]) -> CrashReport.RecordedError {
        let bridged = error as NSError
        var info: [String: CrashValue] = [:]
        for (key, value) in bridged.userInfo where key != NSLocalizedDescriptionKey && key != NSUnderlyingErrorKey {
            info[key] = CrashValue(any: value)
        }
        for (key, value) in userInfo { info[key] = CrashValue(any: value) }
        var underlying = reason(of: bridged)
        for number in 1...depth {
            guard let found = underlying else { break }
            info["underlying \(number)"] = .string("\(found.domain) \(found.code): \(found.localizedDescription)")
            underlying = reason(of: found)
        }
        return CrashReport.RecordedError(
            type: "\(bridged.domain) \(bridged.code)",
            message: message(of: error, bridged),
            info: info
        )
    }
}

extension ErrorReading {
    /// The error behind an error, also where it is one of Swift's.
    private static func reason(of error: NSError) -> NSError? {
        (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    }

    /// What the error says to a person; for one that says nothing, its value.
    private static func message(of error: any Error, _ bridged: NSError) -> String {
        if let text = (error as? any LocalizedError)?.errorDescription { return text }
        let isTold = type(of: error) is NSError.Type || bridged.userInfo[NSLocalizedDescriptionKey] != nil
        return isTold ? bridged.localizedDescription : String(describing: error)
    }
}

extension CrashValue {
    /// A value of any type: texts, numbers and Booleans as they are, of anything else the description.
    init(any value: Any) {
        switch value {
        case let text as String: self = .string(String(text.prefix(1_024)))
        // Before the casts below, for which a box with 1 in it is a truth, and one with 5 a double.
        case let number as NSNumber where type(of: value) is NSNumber.Type: self.init(boxed: number)
        case let truth as Bool: self = .bool(truth)
        case let number as any BinaryInteger: self = .int(Int64(clamping: number))
        case let number as Double: self = .double(number)
        case let number as Float: self = .double(Double(number))
        default:
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .optional, let content = mirror.children.first?.value {
                self.init(any: content)
            } else {
                self = .string(String("\(value)".prefix(1_024)))
            }
        }
    }

    private init(boxed number: NSNumber) {
        if String(describing: type(of: number)).contains("Boolean") {
            self = .bool(number.boolValue)
            return
        }
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
        case UInt8(ascii: "Q") where number.int64Value < 0: self = .int(.max)
        default: self = .int(number.int64Value)
        }
    }
}
