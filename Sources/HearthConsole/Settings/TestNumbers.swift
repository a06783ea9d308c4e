internal import HearthJSON

/// The codes of a project's numbers for tests, which are as good as passwords.
///
/// Pages see the numbers alone, ``Redaction/hidden`` in place of each code; what they send back in that place keeps the
/// code that is stored.
enum TestNumbers {
    private static let path = ["signIn", "phoneNumber", "testPhoneNumbers"]

    /// A configuration in which each hidden code is the stored one of its number.
    ///
    /// - Parameters:
    ///   - config: The configuration as a page writes it.
    ///   - stored: The configuration as it is stored.
    /// - Returns: What is to be stored.
    /// - Throws: ``ConsoleRefusal`` if a number whose code is hidden has none.
    static func completed(_ config: JSONValue, from stored: JSONValue?) throws(ConsoleRefusal) -> JSONValue {
        guard var numbers = numbers(of: config) else { return config }
        let known = stored.flatMap(Self.numbers)
        for number in numbers.names where numbers[number] == Redaction.hidden {
            guard let code = known?[number] else {
                throw ConsoleRefusal(400, "INVALID_TESTING_PHONE_NUMBER : \(number) has no code yet: type one.")
            }
            numbers[number] = code
        }
        return replaced(config, Self.path[...], by: .object(numbers))
    }

    /// Whether a configuration keeps codes that its writer does not know.
    static func keepsCodes(_ config: JSONValue) -> Bool {
        numbers(of: config)?.members.contains { $0.value == Redaction.hidden } ?? false
    }

    private static func numbers(of config: JSONValue) -> JSONObject? {
        path.reduce(config as JSONValue?) { $0?.object?[$1] }?.object
    }

    private static func replaced(_ value: JSONValue, _ path: ArraySlice<String>, by new: JSONValue) -> JSONValue {
        guard let name = path.first, var object = value.object, let part = object[name] else { return new }
        object[name] = replaced(part, path.dropFirst(), by: new)
        return .object(object)
    }
}
