internal import CArgon2
internal import HearthCrypto

/// Argon2 ([RFC 9106](https://www.rfc-editor.org/rfc/rfc9106)).
struct Argon2Derivation: PasswordDerivation {
    static let names = ["argon2d", "argon2i", "argon2id"]
    // What Firebase accepts: 32 MiB, sixteen passes, sixteen lanes.
    private static let maximumMemory = 32_768
    private static let maximumPasses = 16
    private static let maximumLanes = 16

    let variant: Argon2Variant
    let version: Argon2Version
    let memory: Int
    let passes: Int
    let lanes: Int
    let associatedData: [UInt8]

    init(
        _ variant: Argon2Variant,
        version: Argon2Version = .v13,
        memory: Int,
        passes: Int,
        lanes: Int,
        associatedData: [UInt8] = []
    ) throws(CryptoError) {
        guard (1...Self.maximumLanes).contains(lanes), (1...Self.maximumPasses).contains(passes),
            (8 * lanes...Self.maximumMemory).contains(memory), associatedData.count <= 1024
        else {
            throw CryptoError(
                .parameterOutOfRange,
                "argon2: memory \(memory) KiB, passes \(passes), lanes \(lanes); at most \(Self.maximumMemory), "
                    + "\(Self.maximumPasses) and \(Self.maximumLanes), and at least 8 KiB a lane"
            )
        }
        self.variant = variant
        self.version = version
        self.memory = memory
        self.passes = passes
        self.lanes = lanes
        self.associatedData = associatedData
    }

    init(reading text: PHCString) throws(CryptoError) {
        guard let variant = Argon2Variant(rawValue: text.name),
            let version = UInt32(text.version ?? "16").flatMap(Argon2Version.init)
        else { throw CryptoError(.malformed, "an unknown argon2") }
        try self.init(
            variant,
            version: version,
            memory: text.number("m"),
            passes: text.number("t"),
            lanes: text.number("p"),
            associatedData: text["data"] == nil ? [] : text.bytes("data")
        )
    }

    var head: PHCString {
        var parameters = [("m", String(memory)), ("t", String(passes)), ("p", String(lanes))]
        if !associatedData.isEmpty { parameters.append(("data", PHCString.text(associatedData))) }
        return PHCString(variant.rawValue, version: String(version.rawValue), parameters)
    }

    func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        try derive(password, salt: salt, count: count, key: [])
    }

    /// With the secret key that the standard knows and Firebase does not.
    func derive(_ password: [UInt8], salt: [UInt8], count: Int, key: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard salt.count >= 8, count >= 4 else { throw CryptoError(.parameterOutOfRange, "argon2: a short salt") }
        var output = [UInt8](repeating: 0, count: count)
        let status = unsafe output.withUnsafeMutableBufferPointer { output in
            var context = unsafe argon2_context()
            unsafe (context.out, context.outlen) = (output.baseAddress, UInt32(output.count))
            unsafe (context.m_cost, context.t_cost) = (UInt32(memory), UInt32(passes))
            // The lanes are worked off by this one thread, so that a pool's size is what it says.
            unsafe (context.lanes, context.threads) = (UInt32(lanes), 1)
            unsafe context.version = version.rawValue
            return unsafe run(&context, password: password, salt: salt, key: key)
        }
        guard status == ARGON2_OK.rawValue else { throw CryptoError(.libraryFailure, "argon2 \(status)") }
        return output
    }

    // The library takes its inputs as mutable and, without a flag that is not set here, leaves them alone.
    private func run(
        _ context: inout argon2_context,
        password: [UInt8],
        salt: [UInt8],
        key: [UInt8]
    ) -> CInt {
        var (password, salt, key, data) = (password, salt, key, associatedData)
        return unsafe password.withUnsafeMutableBufferPointer { password in
            unsafe salt.withUnsafeMutableBufferPointer { salt in
                unsafe key.withUnsafeMutableBufferPointer { key in
                    unsafe data.withUnsafeMutableBufferPointer { data in
                        unsafe (context.pwd, context.pwdlen) = (password.baseAddress, UInt32(password.count))
                        unsafe (context.salt, context.saltlen) = (salt.baseAddress, UInt32(salt.count))
                        unsafe (context.secret, context.secretlen) = (key.baseAddress, UInt32(key.count))
                        unsafe (context.ad, context.adlen) = (data.baseAddress, UInt32(data.count))
                        return unsafe argon2_ctx(&context, variant.type)
                    }
                }
            }
        }
    }
}

/// Which order Argon2 reads its memory in.
public enum Argon2Variant: String, Sendable, Hashable {
    /// Depends on the data.
    case argon2d
    /// Does not depend on the data.
    case argon2i
    /// Half and half: the one to use.
    case argon2id

    fileprivate var type: Argon2_type {
        switch self {
        case .argon2d: Argon2_d
        case .argon2i: Argon2_i
        case .argon2id: Argon2_id
        }
    }
}

/// Which edition of Argon2 made a hash.
public enum Argon2Version: UInt32, Sendable, Hashable {
    /// 1.0, of 2015.
    case v10 = 16
    /// 1.3, the one of RFC 9106.
    case v13 = 19
}
