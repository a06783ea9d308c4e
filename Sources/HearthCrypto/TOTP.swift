public import HearthCore

/// The codes of an authenticator app: HMAC-SHA-1, six digits, a new one every thirty seconds
/// ([RFC 6238](https://www.rfc-editor.org/rfc/rfc6238)).
///
/// The parameters are the only ones that every app understands.
public struct TOTP: Sendable {
    /// How long a code is shown.
    public static let period: Duration = .seconds(30)
    /// How many digits a code has.
    public static let digits = 6
    /// How many bytes a new key has: as many as the hash
    /// ([RFC 4226 §4](https://www.rfc-editor.org/rfc/rfc4226#section-4)).
    public static let keyBytes = 20

    private let hmac: HMAC

    /// Creates the codes of a key.
    ///
    /// - Parameter key: The key that the app and the service share.
    public init(key: Secret<[UInt8]>) {
        hmac = HMAC(.sha1, key: key)
    }

    /// The number of whole periods since 1970, negative before.
    ///
    /// - Parameter moment: The moment.
    /// - Returns: The number, which decides the code.
    public static func step(at moment: UnixTime) -> Int64 {
        let (step, rest) = moment.seconds.quotientAndRemainder(dividingBy: period.wholeSeconds)
        return rest < 0 ? step - 1 : step
    }

    /// The code of a step.
    ///
    /// - Parameter step: The number of whole periods since 1970.
    /// - Returns: Six digits.
    public func code(at step: Int64) -> Secret<String> {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        let code = hmac.authenticate(counter)
        let offset = Int(code[code.count - 1] & 15)
        let number = code[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return Secret(String(repeating: "0", count: Self.digits - digits.utf8.count) + digits)
    }

    /// Checks a code against the present step and those next to it, in constant time.
    ///
    /// - Parameters:
    ///   - code: What the user typed.
    ///   - moment: The moment.
    ///   - last: The step whose code was accepted last: only later ones are. `nil` if none was.
    ///   - adjacent: How many steps before and after the present one count, at most 10. Defaults to 1.
    /// - Returns: The step whose code it is, to be remembered, or `nil` if the code is wrong or was used.
    public func acceptedStep(
        of code: Secret<String>,
        at moment: UnixTime,
        after last: Int64?,
        adjacent: Int = 1
    ) -> Int64? {
        let present = Self.step(at: moment)
        let reach = Int64(min(max(adjacent, 0), 10))
        var accepted: Int64?
        for step in present - reach...present + reach {
            let isRight = ConstantTime.equals(code, self.code(at: step))
            if isRight, step > last ?? .min { accepted = step }
        }
        return accepted
    }
}
