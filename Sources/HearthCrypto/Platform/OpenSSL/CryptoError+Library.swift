#if !canImport(CryptoKit)
internal import COpenSSL

extension CryptoError {
    /// The library's own words for what failed last on this thread, whose error queue is emptied.
    static func library(_ code: Code = .libraryFailure) -> CryptoError {
        let number = ERR_get_error()
        ERR_clear_error()
        guard let text = unsafe ERR_reason_error_string(number) else { return CryptoError(code) }
        return CryptoError(code, unsafe String(cString: text))
    }
}
#endif
