public import Foundation
internal import HearthFirestoreModel

extension FirestoreEncoder {
    /// The value of one of Foundation's types; `nil` for every other type.
    func platformValue(_ value: some Encodable, _ path: [any CodingKey]) throws -> FirestoreValue? {
        switch value {
        case let date as Date:
            switch dateEncodingStrategy {
            case .timestamp: return .timestamp(Timestamp(date: date))
            case .secondsSince1970: return try number(date.timeIntervalSince1970, path)
            case .millisecondsSince1970: return try number(date.timeIntervalSince1970 * 1000, path)
            case .iso8601:
                guard let text = Timestamp(date: date).rfc3339 else {
                    let context = EncodingError.Context(
                        codingPath: path,
                        debugDescription: "not of the years 1 to 9999"
                    )
                    throw EncodingError.invalidValue(date, context)
                }
                return .string(text)
            }
        case let data as Data: return .bytes(Array(data))
        case let url as URL: return .string(url.absoluteString)
        default: return nil
        }
    }
}

extension ValueDecoder {
    /// A value of one of Foundation's types; `nil` for every other type.
    func platformResult<Result: Decodable>(_ type: Result.Type) throws -> Result? {
        if type == Date.self { return try date() as? Result }
        if type == Data.self {
            guard case .bytes(let bytes) = value else { throw mismatch(type) }
            return Data(bytes) as? Result
        }
        if type == URL.self {
            guard let url = URL(string: try string()) else {
                let context = DecodingError.Context(codingPath: codingPath, debugDescription: "the text is no URL")
                throw DecodingError.dataCorrupted(context)
            }
            return url as? Result
        }
        return nil
    }

    private func date() throws -> Date {
        switch options.dateDecodingStrategy {
        case .timestamp:
            guard case .timestamp(let moment) = value else { throw mismatch(Date.self) }
            return moment.dateValue()
        case .secondsSince1970: return Date(timeIntervalSince1970: try double())
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try double() / 1000)
        case .iso8601:
            guard let moment = ModelTimestamp(rfc3339: try string()) else { throw mismatch(Date.self) }
            return Timestamp(moment).dateValue()
        }
    }
}

extension Date: ServerTimestampWrappable {
    /// The date of a moment.
    public static func wrap(_ timestamp: Timestamp) -> Date { timestamp.dateValue() }

    /// The moment of a date.
    public static func unwrap(_ value: Date) -> Timestamp { Timestamp(date: value) }
}
