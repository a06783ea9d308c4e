#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension RandomSource {
    /// The system's cryptographically secure generator.
    public static let system = RandomSource { count in
        #if canImport(Glibc) || canImport(Musl)
        // Swift's generator gives eight bytes for a call of the system, `getentropy` up to 256.
        var isFilled = true
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while let start = buffer.baseAddress, filled < count, isFilled {
                let portion = min(256, count - filled)
                isFilled = unsafe getentropy(start + filled, portion) == 0
                filled += portion
            }
        }
        if isFilled { return bytes }
        #endif
        return words(count)
    }

    private static func words(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count {
            var word = generator.next()
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        return Array(bytes.prefix(count))
    }
}
