extension StringProtocol {
    /// The place of the first byte of a value, in one pass over memory where the text is there in one piece.
    ///
    /// Every request asks for its path several times.
    func firstIndex(ofByte byte: UInt8) -> Index? {
        guard let place = utf8.withContiguousStorageIfAvailable({ unsafe $0.firstIndex(of: byte) }) else {
            return utf8.firstIndex(of: byte)
        }
        return place.map { utf8.index(startIndex, offsetBy: $0) }
    }
}
