import Foundation
import HearthFirestoreCompat
import Orders

extension FirebaseShopDataSource {
    /// What one of Firebase's errors means to this app.
    static func shopError(_ error: any Error) -> ShopError {
        let error = error as NSError
        guard error.domain == FirestoreErrorDomain, let code = FirestoreErrorCode.Code(rawValue: error.code) else {
            return .other(error.localizedDescription)
        }
        switch code {
        case .permissionDenied, .unauthenticated: return .notAllowed
        case .unavailable, .deadlineExceeded: return .offline
        case .notFound: return .noProfile
        default: return .other(error.localizedDescription)
        }
    }
}
