#if canImport(Darwin)
internal import Foundation
#endif

extension AppIdentity {
    /// The app that is running, where the system knows its identifier: on Apple's systems.
    public static var current: AppIdentity? {
        #if canImport(Darwin)
        Bundle.main.bundleIdentifier.map { .apple(bundleID: $0) }
        #else
        nil
        #endif
    }
}
