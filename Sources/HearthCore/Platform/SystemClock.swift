#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension UnixTime {
    /// The system's wall clock.
    ///
    /// Everything that needs the time takes a `now` closure; only composition roots pass this one.
    ///
    /// - Returns: The current moment.
    public static func systemNow() -> UnixTime {
        var moment = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &moment)
        return UnixTime(milliseconds: Int64(moment.tv_sec) * 1000 + Int64(moment.tv_nsec) / 1_000_000)
    }
}
