#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A queue that one thread may wait for, without a task.
final class Mailbox<Element: Sendable>: Sendable {
    private struct Content {
        var elements: [Element] = []
        var isClosed = false
    }

    // Addresses may cross threads; the mutex decides who follows them.
    private let mutex: UInt
    private let condition: UInt
    private let content: UInt

    init() {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        unsafe pthread_cond_init(condition, nil)
        let content = UnsafeMutablePointer<Content>.allocate(capacity: 1)
        unsafe content.initialize(to: Content())
        self.mutex = UInt(bitPattern: mutex)
        self.condition = UInt(bitPattern: condition)
        self.content = UInt(bitPattern: content)
    }

    deinit {
        if let content = unsafe UnsafeMutablePointer<Content>(bitPattern: content) {
            unsafe content.deinitialize(count: 1)
            unsafe content.deallocate()
        }
        if let condition = unsafe UnsafeMutablePointer<pthread_cond_t>(bitPattern: condition) {
            unsafe pthread_cond_destroy(condition)
            unsafe condition.deallocate()
        }
        if let mutex = unsafe UnsafeMutablePointer<pthread_mutex_t>(bitPattern: mutex) {
            unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
        }
    }

    /// Appends an element and wakes the thread that waits.
    ///
    /// - Parameter element: The element.
    /// - Returns: Whether it was taken; `false` after ``close()``.
    func append(_ element: Element) -> Bool {
        let (mutex, condition, content) = unsafe pointers
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        guard unsafe !content.pointee.isClosed else { return false }
        unsafe content.pointee.elements.append(element)
        unsafe pthread_cond_signal(condition)
        return true
    }

    /// Waits until there is an element, and takes all.
    ///
    /// - Returns: At least one element in the order of arrival, or `nil` when the queue is closed and empty.
    func takeAll() -> [Element]? {
        let (mutex, condition, content) = unsafe pointers
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        // Each look at the content is an access of its own: one that lasted through the wait would be exclusive, and
        // the compiler would not look again.
        while unsafe content.pointee.elements.isEmpty {
            guard unsafe !content.pointee.isClosed else { return nil }
            unsafe pthread_cond_wait(condition, mutex)
        }
        let elements = unsafe content.pointee.elements
        unsafe content.pointee.elements = []
        return elements
    }

    /// Refuses further elements; those inside can still be taken.
    func close() {
        let (mutex, condition, content) = unsafe pointers
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        unsafe content.pointee.isClosed = true
        unsafe pthread_cond_signal(condition)
    }

    private typealias Pointers = (
        mutex: UnsafeMutablePointer<pthread_mutex_t>,
        condition: UnsafeMutablePointer<pthread_cond_t>,
        content: UnsafeMutablePointer<Content>
    )

    private var pointers: Pointers {
        unsafe (
            UnsafeMutablePointer(bitPattern: mutex).unsafelyUnwrapped,
            UnsafeMutablePointer(bitPattern: condition).unsafelyUnwrapped,
            UnsafeMutablePointer(bitPattern: content).unsafelyUnwrapped
        )
    }
}
