internal import HearthCore
internal import Synchronization

/// Runs Swift's jobs on the thread of one loop, in the order in which they came.
///
/// It is both the serial executor of the loop's actor and the preferred executor of the handlers' tasks: a request
/// is read, handled and answered without changing threads.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    /// Work for the loop that is not a job of Swift's.
    typealias Command = @Sendable (isolated EventLoop) -> Void

    private struct Mailbox: Sendable {
        var jobs: [UnownedJob] = []
        var commands: [Command] = []
        var isWoken = false

        var isEmpty: Bool { jobs.isEmpty && commands.isEmpty }
    }

    private let poller: Poller
    private let mailbox = Locked(Mailbox())
    private let thread = Atomic<UInt>(0)

    /// Creates the executor of the loop that waits with a poller.
    init(poller: Poller) {
        self.poller = poller
    }

    /// Whether the calling thread is the loop's.
    var isCurrent: Bool {
        thread.load(ordering: .relaxed) == LoopThread.identity
    }

    /// Whether nothing waits to be run.
    var isEmpty: Bool {
        mailbox.withLock { $0.isEmpty }
    }

    /// Makes the calling thread the loop's.
    func adoptThread() {
        thread.store(LoopThread.identity, ordering: .relaxed)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        put { $0.jobs.append(job) }
    }

    /// Has the loop do something, soon, in the order of the calls; any thread may ask.
    func post(_ command: @escaping Command) {
        put { $0.commands.append(command) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    /// Takes the commands that were posted.
    func takeCommands() -> [Command] {
        mailbox.withLock { mailbox in
            mailbox.isWoken = false
            guard !mailbox.commands.isEmpty else { return [] }
            let commands = mailbox.commands
            mailbox.commands = []
            return commands
        }
    }

    /// Runs the jobs that wait now; those that they bring about run the next time.
    ///
    /// - Parameter spare: An empty array, whose memory is used again.
    func runJobs(_ spare: inout [UnownedJob]) {
        mailbox.withLock { swap(&$0.jobs, &spare) }
        let serial = unsafe asUnownedSerialExecutor()
        let preferred = unsafe asUnownedTaskExecutor()
        for job in spare {
            unsafe job.runSynchronously(isolatedTo: serial, taskExecutor: preferred)
        }
        spare.removeAll(keepingCapacity: true)
    }

    private func put(_ add: (inout Mailbox) -> Void) {
        // The loop looks into the mailbox before it waits: its own thread needs no wake-up.
        let isOutside = !isCurrent
        let mustWake = mailbox.withLock { mailbox in
            add(&mailbox)
            guard isOutside, !mailbox.isWoken else { return false }
            mailbox.isWoken = true
            return true
        }
        if mustWake { poller.wake() }
    }
}
