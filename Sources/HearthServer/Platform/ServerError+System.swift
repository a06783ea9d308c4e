internal import CLinux

extension ServerError {
    /// The error for a negated errno, or for a host that could not be found.
    init(system error: Int32) {
        guard error != CLINUX_INVALID_HOST else {
            self.init(.invalidHost, "The host is not an address of this machine.")
            return
        }
        let code: Code =
            switch clinux_error_kind(error) {
            case CLINUX_IN_USE: .addressInUse
            case CLINUX_NOT_AVAILABLE: .addressNotAvailable
            case CLINUX_DENIED: .permissionDenied
            default: .system
            }
        var buffer = [CChar](repeating: 0, count: 128)
        unsafe clinux_error_text(-error, &buffer, buffer.count)
        self.init(code, text(buffer))
    }
}
