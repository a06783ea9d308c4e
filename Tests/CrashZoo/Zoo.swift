import CZoo
import HearthCore
import HearthCrash
import HearthCrashWire

struct Escaped: Error {
    let animal: String
}

/// The ways to die; the line that does it carries the name of the way.
struct Zoo {
    let reporter: CrashReporter
    let folder: String

    func die(_ mode: String) async throws {
        switch mode {
        case "unwrap": unwrap(animals.first { $0 == "unicorn" })
        case "bounds": bounds(animals.count + 5)
        case "overflow": overflow(Int8(animals.count + 100))
        case "fatal-error": giveUp("the gate is open")
        case "precondition": check(animals.isEmpty)
        case "null-read": czoo_read_null()
        case "write-code": czoo_write_code()
        case "divide": czoo_divide(Int32(animals.count - 3))
        case "bus": unsafe czoo_read_past_file(folder + "/short")
        case "trap": czoo_trap()
        case "stack-overflow": System.print("\(recurse(animals.count))")
        case "abort": System.abort()
        case "abort-in-lock": abortInLock()
        case "thread": try await onThread { unwrap(animals.first { $0 == "unicorn" }) }
        case "async": try await later(animals.count + 5)
        case "throw": throw Escaped(animal: "tiger")
        case "logging": logAndDie()
        case "lost-stack": czoo_lose_stack()
        case "record": record(depth: 5)
        case "nothing": break
        case "tell":
            for report in await reporter.unsentReports() {
                System.print("\(report.title) \(report.keys)")
                for frame in report.frames { System.print("  \(frame.inApp ? "*" : " ") \(frame.summary)") }
            }
        case "keys": setKeysForEver()
        case let signal where signal.hasPrefix("signal-"): System.raise(Int32(signal.dropFirst(7)) ?? 0)
        default: System.print("no such way: \(mode)")
        }
    }

    /// Known at run time alone, so that the compiler cannot foresee which way fails.
    private var animals: [String] { CommandLine.arguments }

    @inline(never) private func unwrap(_ animal: String?) {
        // swift-format-ignore: NeverForceUnwrap
        System.print(animal!)  // DIES: unwrap
    }

    @inline(never) private func bounds(_ index: Int) {
        System.print(animals[index])  // DIES: bounds
    }

    @inline(never) private func overflow(_ count: Int8) {
        System.print("\(count + count)")  // DIES: overflow
    }

    @inline(never) private func giveUp(_ reason: String) {
        fatalError(reason)  // DIES: fatal-error
    }

    @inline(never) private func check(_ isEmpty: Bool) {
        precondition(isEmpty, "animals are left")  // DIES: precondition
    }

    @inline(never) private func recurse(_ depth: Int) -> Int {
        guard depth > 0 else { return 0 }
        let more = recurse(depth + 1)  // DIES: stack-overflow
        return more + animals.count
    }

    @inline(never) private func abortInLock() {
        let guarded = Locked(animals)
        guarded.withLock { _ in
            System.abort()  // DIES: abort-in-lock
        }
    }

    @inline(never) private func later(_ index: Int) async throws {
        try await Task.sleep(for: .milliseconds(1))
        System.print(animals[index])  // DIES: async
        try await Task.sleep(for: .milliseconds(1))
    }

    private func onThread(_ work: @escaping @Sendable () -> Void) async throws {
        let thread = SystemThread { work() }
        thread?.join()
    }

    private func logAndDie() {
        let reporter = reporter
        let underWay = Locked(0)
        let threads = (0..<4).map { number in
            SystemThread {
                for line in 0..<Int.max {
                    // More than the log keeps has been written by now.
                    if line == 2000 { underWay.withLock { $0 += 1 } }
                    reporter.log("thread \(number), line \(line)")
                    reporter.addBreadcrumb("tick", [("thread", "\(number)"), ("line", "\(line)")])
                    reporter.setValue(.int(Int64(line)), forKey: "thread \(number)")
                }
            }
        }
        while underWay.withLock({ $0 < 4 }) { System.pause(milliseconds: 5) }
        withExtendedLifetime(threads) { unwrap(animals.first { $0 == "unicorn" }) }
    }

    @inline(never) private func record(depth: Int) {
        if depth > 1 { return record(depth: depth - 1) }
        reporter.record(Escaped(animal: "bear"), info: ["cage": 4])  // DIES: record
        System.kill()
    }

    private func setKeysForEver() {
        for number in 1..<Int64.max {
            reporter.setValue(.int(number), forKey: "number")
            System.print("\(number)")
        }
    }
}
