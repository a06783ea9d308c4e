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
        withContent { content in
            guard !content.isClosed else { return false }
            content.elements.append(element)
            return true
        }
    }

    /// Waits until there is an element, and takes all.
    ///
    /// - Returns: At least one element in the order of arrival, or `nil` when the queue is closed and empty.
    func takeAll() -> [Element]? {
        withContent { content in
            while content.elements.isEmpty, !content.isClosed {
                unsafe pthread_cond_wait(
                    UnsafeMutablePointer<pthread_cond_t>(bitPattern: condition).unsafelyUnwrapped,
                    UnsafeMutablePointer<pthread_mutex_t>(bitPattern: mutex).unsafelyUnwrapped
                )
            }
            guard !content.elements.isEmpty else { return nil }
            defer { content.elements = [] }
            return content.elements
        }
    }

    /// Refuses further elements; those inside can still be taken.
    func close() {
        withContent { content in content.isClosed = true }
    }

    private func withContent<Result>(_ work: (inout Content) -> Result) -> Result {
        let mutex = unsafe UnsafeMutablePointer<pthread_mutex_t>(bitPattern: mutex).unsafelyUnwrapped
        let condition = unsafe UnsafeMutablePointer<pthread_cond_t>(bitPattern: condition).unsafelyUnwrapped
        let content = unsafe UnsafeMutablePointer<Content>(bitPattern: content).unsafelyUnwrapped
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_signal(condition)
            unsafe pthread_mutex_unlock(mutex)
        }
        return unsafe work(&content.pointee)
    }
}
