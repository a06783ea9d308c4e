internal import COpenSSL
internal import HearthCrypto

/// scrypt ([RFC 7914](https://www.rfc-editor.org/rfc/rfc7914)), with its cost bounded.
struct Scrypt: Sendable, Hashable {
    // 128 MiB, and as much work as N = 2¹⁷, r = 8, p = 1: 0.4 seconds of a core.
    private static let maximumWork = 1 << 20

    let cost: Int
    let blockSize: Int
    let parallelization: Int

    init(cost: Int, blockSize: Int, parallelization: Int) throws(CryptoError) {
        let all = [cost, blockSize, parallelization]
        guard all.allSatisfy({ (1...Self.maximumWork).contains($0) }), cost >= 2, cost & (cost - 1) == 0,
            cost * blockSize <= Self.maximumWork, cost * blockSize * parallelization <= Self.maximumWork
        else {
            throw CryptoError(
                .parameterOutOfRange,
                "scrypt: N \(cost), r \(blockSize), p \(parallelization); N is a power of two, and the product at most "
                    + "\(Self.maximumWork)"
            )
        }
        self.cost = cost
        self.blockSize = blockSize
        self.parallelization = parallelization
    }

    func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        let status = unsafe password.withUnsafeBufferPointer { password in
            unsafe password.withMemoryRebound(to: CChar.self) { password in
                unsafe EVP_PBE_scrypt(
                    password.baseAddress,
                    password.count,
                    salt,
                    salt.count,
                    UInt64(cost),
                    UInt64(blockSize),
                    UInt64(parallelization),
                    UInt64(Self.maximumWork * 256),
                    &output,
                    count
                )
            }
        }
        guard status == 1 else { throw CryptoError(.libraryFailure) }
        return output
    }
}
