/// Why an operator or a built-in gives no value.
enum EvaluationStop: Error {
    /// An error of the rules language, which `&&` and `||` absorb. The text is the official one where it is known.
    case failed(String)
    /// The request has used up what it may: nothing absorbs this, and the request is denied.
    case exhausted(String)
    /// The documents could not be read; the caller gets the cause.
    case lookupFailed

    static func undefinedFunction(_ name: String) -> EvaluationStop {
        .failed("Function not found error: Name: [\(name)].")
    }

    static func wrongArguments(_ name: String) -> EvaluationStop {
        .failed("Invalid argument provided to call. Function: [\(name)].")
    }
}
