/// The limits of Crashlytics, and those of a report as a whole.
package enum CrashLimits {
    package static let reportBytes = 256 << 10
    package static let unsentReports = 4
    package static let recordedErrorsPerSession = 8
    package static let fatalErrorsPerMinute = 10
    package static let longestWait = Duration.seconds(7 * 24 * 3600)
    package static let messageBytes = 16 << 10
    package static let frames = 128
    package static let images = 256
}
