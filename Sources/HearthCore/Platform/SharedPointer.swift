/// The address of an object of a C library that any thread may use.
///
/// `@unchecked Sendable`, because the compiler knows nothing of the library's promise: the object never changes after
/// it was made (OpenSSL's keys and algorithms), or takes its own locks (a condition variable, libcurl's wake-up call,
/// a thread's handle). Wrap nothing else; state of our own belongs into ``Locked``.
@safe
package struct SharedPointer: @unchecked Sendable {
    /// The address; `nil` if the library had no object to give.
    package let address: UnsafeMutableRawPointer?

    /// Wraps the address of an object.
    package init(_ address: UnsafeMutableRawPointer?) {
        unsafe self.address = unsafe address
    }

    /// Wraps the address of an object whose layout is the library's secret.
    package init(_ address: OpaquePointer?) {
        unsafe self.address = unsafe UnsafeMutableRawPointer(address)
    }

    /// The address, as functions take it for objects whose layout is the library's secret.
    package var opaque: OpaquePointer? {
        unsafe OpaquePointer(address)
    }
}
