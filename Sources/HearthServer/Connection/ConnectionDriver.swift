/// Speaks another protocol than HTTP/1.1 on a connection whose first bytes asked for it.
///
/// Belongs to one connection and, with it, to one loop. It sends with ``Connection/send(_:on:)``, and should not while
/// ``Connection/isBacklogged`` says that the client is behind: ``resume(_:on:)`` tells when it no longer is.
package protocol ConnectionDriver: AnyObject {
    /// When the driver has to be looked at whatever happens, in the loop's milliseconds.
    var deadline: UInt64 { get }

    /// Takes what has arrived, the preface first.
    func receive(_ bytes: Span<UInt8>, _ connection: Connection, on loop: isolated EventLoop)
    /// Goes on sending.
    func resume(_ connection: Connection, on loop: isolated EventLoop)
    /// Acts on its deadlines that have passed.
    func expire(_ connection: Connection, on loop: isolated EventLoop)
    /// Takes on nothing new, and closes the connection when all that was begun has ended.
    func drain(_ connection: Connection, on loop: isolated EventLoop)
    /// Tells those who produce streams to come to an end.
    func cancelStreams(on loop: isolated EventLoop)
    /// The connection is gone: whatever works for it is told so.
    func connectionClosed(on loop: isolated EventLoop)
}
