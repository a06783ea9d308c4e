internal import Foundation
internal import HearthFunctions
internal import HearthHTTP

/// The domain of the errors of functions.
public let FunctionsErrorDomain = "com.firebase.functions"
/// Where an error's `userInfo` has what the function gave along.
public let FunctionsErrorDetailsKey = "details"

/// How this module's errors are made: as FirebaseFunctions makes them for Apple's platforms, on every platform.
enum FunctionsErrors {
    static func error(_ error: any Error) -> any Error {
        guard let error = error as? FunctionsError else { return error }
        if let code = urlErrorCode(error) {
            return NSError(
                domain: "NSURLErrorDomain",
                code: code,
                userInfo: [NSLocalizedDescriptionKey: error.message, NSUnderlyingErrorKey: error]
            )
        }
        // Of an internal error, FirebaseFunctions passes neither the message nor the details on.
        let isOpaque = error.code == .internal && error.transport == nil
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: isOpaque ? "INTERNAL" : error.message, NSUnderlyingErrorKey: error,
        ]
        if !isOpaque, let details = error.details { userInfo[FunctionsErrorDetailsKey] = details.foundation }
        return NSError(domain: FunctionsErrorDomain, code: error.code.rawValue, userInfo: userInfo)
    }

    /// The code of the system's networking for what failed on the way; a time-out is an error of functions.
    private static func urlErrorCode(_ error: FunctionsError) -> Int? {
        switch error.transport {
        // NSURLErrorCannotConnectToHost, …NetworkConnectionLost, …Cancelled, …SecureConnectionFailed, …BadURL
        case .unreachable: -1004
        case .connectionLost where error.code == .unavailable: -1005
        case .cancelled: -999
        case .insecure: -1200
        case .invalidRequest: -1000
        default: nil
        }
    }
}
