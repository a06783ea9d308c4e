extension String {
    /// The text of some bytes, if they are UTF-8 throughout.
    ///
    /// The standard library's `init(validating:as:)`, which iOS 17 does not have.
    ///
    /// - Parameter bytes: The bytes.
    @inlinable
    package init?(utf8Bytes bytes: some Collection<UInt8>) {
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            self = text
        } else {
            self.init(decoding: bytes, as: UTF8.self)
            // What is no UTF-8 was replaced by other bytes.
            guard utf8.elementsEqual(bytes) else { return nil }
        }
    }
}
