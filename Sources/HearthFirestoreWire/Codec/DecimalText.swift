/// The spelling of doubles in JSON.
enum DecimalText {
    /// Spells a double.
    ///
    /// - Parameters:
    ///   - number: Any double; what is not finite becomes a text.
    ///   - hasEmulatorForm: Whether it is spelled as Java does, with an exponent from ten million on and below a
    ///     thousandth. Otherwise as briefly as possible, but always with a fraction or an exponent.
    /// - Returns: A JSON value.
    static func json(_ number: Double, hasEmulatorForm: Bool) -> String {
        if number.isNaN { return "\"NaN\"" }
        if number.isInfinite { return number < 0 ? "\"-Infinity\"" : "\"Infinity\"" }
        return hasEmulatorForm ? java(number) : number.description
    }

    private static func java(_ number: Double) -> String {
        if number == 0 { return number.sign == .minus ? "-0.0" : "0.0" }
        let (digits, exponent) = decimal(number.magnitude)
        let sign = number < 0 ? "-" : ""
        if exponent >= 7 || exponent < -3 {
            let fraction = digits.dropFirst()
            return "\(sign)\(digits.prefix(1)).\(fraction.isEmpty ? "0" : String(fraction))E\(exponent)"
        }
        if exponent < 0 {
            return "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(digits)"
        }
        let whole = digits.prefix(exponent + 1)
        let fraction = digits.dropFirst(exponent + 1)
        let zeros = String(repeating: "0", count: exponent + 1 - whole.count)
        return "\(sign)\(whole)\(zeros).\(fraction.isEmpty ? "0" : String(fraction))"
    }

    /// The fewest digits that tell a positive double from its neighbors, and the power of ten of the first one.
    private static func decimal(_ number: Double) -> (digits: String, exponent: Int) {
        let parts = number.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let whole = mantissa[0]
        var digits = String(whole) + (mantissa.count > 1 ? String(mantissa[1]) : "")
        var exponent = whole.count - 1 + power
        while digits.hasPrefix("0"), digits.count > 1 {
            digits.removeFirst()
            exponent -= 1
        }
        while digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
        return (digits, exponent)
    }
}
