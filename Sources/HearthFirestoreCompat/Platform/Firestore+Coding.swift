internal import Foundation
public import HearthFirestore

extension Firestore {
    /// Turns `Encodable` types into the data of a document.
    public struct Encoder: Sendable {
        private var inner = FirestoreEncoder()

        /// Creates an encoder with the defaults.
        public init() {}

        /// How the names of properties become names of fields.
        public var keyEncodingStrategy: FirestoreEncoder.KeyEncodingStrategy {
            get { inner.keyEncodingStrategy }
            set { inner.keyEncodingStrategy = newValue }
        }

        /// What becomes of numbers that are infinite or no number.
        public var nonConformingFloatEncodingStrategy: FirestoreEncoder.NonConformingFloatEncodingStrategy {
            get { inner.nonConformingFloatEncodingStrategy }
            set { inner.nonConformingFloatEncodingStrategy = newValue }
        }

        /// What becomes of a `Date`.
        public var dateEncodingStrategy: DateEncodingStrategy {
            get { inner.dateEncodingStrategy }
            set { inner.dateEncodingStrategy = newValue }
        }

        /// What the types' own code may ask for.
        public var userInfo: [CodingUserInfoKey: any Sendable] {
            get { inner.userInfo }
            set { inner.userInfo = newValue }
        }

        /// Encodes the data of a document, which can be changed before it is written.
        ///
        /// - Parameter value: What encodes itself with keys.
        /// - Returns: The data, `FieldValue`s among it.
        /// - Throws: `EncodingError` if the value is no keyed type, or what its own code throws.
        public func encode(_ value: some Encodable) throws -> [String: Any] {
            try fields(value).mapValues { AnyValue.any($0, nil) }
        }

        func fields(_ value: some Encodable) throws -> [String: FirestoreValue] { try inner.encode(value) }
    }

    /// Makes `Decodable` types from the data of a document.
    public struct Decoder: Sendable {
        static let firestore = CodingUserInfoKey(rawValue: "HearthFirestoreCompat.Firestore")
        private var inner = FirestoreDecoder()

        /// Creates a decoder with the defaults.
        public init() {}

        /// How the names of fields become names of properties.
        public var keyDecodingStrategy: FirestoreDecoder.KeyDecodingStrategy {
            get { inner.keyDecodingStrategy }
            set { inner.keyDecodingStrategy = newValue }
        }

        /// Which texts are numbers that are infinite or no number.
        public var nonConformingFloatDecodingStrategy: FirestoreDecoder.NonConformingFloatDecodingStrategy {
            get { inner.nonConformingFloatDecodingStrategy }
            set { inner.nonConformingFloatDecodingStrategy = newValue }
        }

        /// What a `Date` is made of.
        public var dateDecodingStrategy: DateDecodingStrategy {
            get { inner.dateDecodingStrategy }
            set { inner.dateDecodingStrategy = newValue }
        }

        /// What the types' own code may ask for.
        public var userInfo: [CodingUserInfoKey: any Sendable] {
            get { inner.userInfo }
            set { inner.userInfo = newValue }
        }

        /// Decodes a type.
        ///
        /// - Parameters:
        ///   - type: The type.
        ///   - data: The data of a document.
        ///   - document: The document, for `DocumentID`. Defaults to none.
        /// - Returns: The value.
        /// - Throws: `DecodingError`, an `NSError` of Firestore's for data that a document cannot have, or what the
        ///   type's own code throws.
        public func decode<Value: Decodable>(
            _ type: Value.Type,
            from data: [String: Any],
            in document: DocumentReference? = nil
        ) throws -> Value {
            let fields: [String: FirestoreValue]
            do throws(FirestoreError) {
                fields = try AnyValue.data(data).mapValues(\.firestoreValue)
            } catch {
                throw FirestoreErrors.error(error)
            }
            return try bound(to: document?.firestore).decode(type, from: fields, in: document?.inner)
        }

        /// Hearth's decoder; references that it decodes belong to the database.
        func bound(to firestore: Firestore?) -> FirestoreDecoder {
            var decoder = inner
            if let key = Self.firestore { decoder.userInfo[key] = firestore }
            return decoder
        }
    }
}

extension DocumentReference: Codable {
    /// Takes the reference in a field of a document; other decoders' have none.
    public convenience init(from decoder: any Swift.Decoder) throws {
        let inner = try decoder.singleValueContainer().decode(HearthFirestore.DocumentReference.self)
        let firestore = Firestore.Decoder.firestore.flatMap { decoder.userInfo[$0] as? Firestore }
        guard let firestore else {
            throw FirestoreDecodingError.decodingIsNotSupported("a DocumentReference is decoded from documents only")
        }
        self.init(firestore, inner)
    }

    /// Writes the reference into a field of a document; other encoders cannot have it.
    public func encode(to encoder: any Swift.Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(inner)
    }
}
