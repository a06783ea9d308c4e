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
        var underlying = bridged.userInfo[NSUnderlyingErrorKey] as? NSError
        for number in 1...depth {
            guard let found = underlying else { break }
            info["underlying \(number)"] = .string("\(found.domain) \(found.code): \(found.localizedDescription)")
            underlying = found.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        return CrashReport.RecordedError(
            type: "\(bridged.domain) \(bridged.code)",
            message: type(of: error) is NSError.Type ? bridged.localizedDescription : String(describing: error),
            info: info
        )
    }
}

extension CrashValue {
    /// A value of any type: texts, numbers and Booleans as they are, of anything else the description.
    init(any value: Any) {
        switch value {
        case let text as String: self = .string(String(text.prefix(1_024)))
        case let truth as Bool: self = .bool(truth)
        case let number as any BinaryInteger: self = .int(Int64(clamping: number))
        case let number as Double: self = .double(number)
        case let number as Float: self = .double(Double(number))
        default: self = .string(String("\(value)".prefix(1_024)))
        }
    }
}
