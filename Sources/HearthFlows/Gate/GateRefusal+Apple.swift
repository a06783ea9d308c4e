// What Apple's numbers mean for a gate: plain functions, so that they can be tested on systems without a keychain.
extension GateRefusal {
    /// What the keychain's answer to a question for the key means.
    ///
    /// - Parameter status: An `OSStatus` of Security's `SecBase.h`.
    /// - Returns: The refusal; `nil` if the key is there, or there is none.
    static func keychain(_ status: Int32) -> GateRefusal? {
        switch status {
        case 0, -25_300: nil
        case -128: .cancelled
        // The system counts the attempts itself, and ends with this after the last.
        case -25_293: .wrong
        default: .unavailable
        }
    }

    /// What a refusal to recognise the person means.
    ///
    /// - Parameter code: An `LAError.Code` of LocalAuthentication.
    /// - Returns: The refusal.
    static func biometry(_ code: Int) -> GateRefusal {
        switch code {
        case -1: .wrong
        case -2, -3, -4, -9: .cancelled
        case -8: .lockedOut
        default: .unavailable
        }
    }
}
