#if !canImport(Darwin)
internal import CCurl
internal import HearthCore
internal import HearthHTTP

/// The thread that drives every transfer of one transport.
///
/// All of it runs on that thread.
@safe
final class CurlThread {
    private let queue: CurlQueue
    private let multi: UnsafeMutableRawPointer?
    private var transfers: [UInt64: CurlTransfer] = [:]
    private var identifiers: [UnsafeMutableRawPointer: UInt64] = unsafe [:]

    init(queue: CurlQueue, multi: SharedPointer) {
        self.queue = queue
        unsafe self.multi = unsafe multi.address
    }

    func run() {
        while let commands = queue.takeCommands() {
            for command in commands { perform(command) }
            var running: Int32 = 0
            unsafe curl_multi_perform(multi, &running)
            reportHeads()
            readMessages()
            // A command wakes the poll; libcurl's own timers shorten it.
            unsafe curl_multi_poll(multi, nil, 0, endOverdue(), nil)
        }
        for id in Array(transfers.keys) { end(id, .failure(TransportError(.cancelled))) }
        queue.forgetMulti()
        unsafe curl_multi_cleanup(multi)
    }

    private func perform(_ command: CurlQueue.Command) {
        switch command {
        case .begin(let id, let job): begin(id, job)
        case .giveUp(let id): remove(id)
        case .goOn(let id): transfers[id]?.goOn()
        }
    }

    private func begin(_ id: UInt64, _ job: CurlJob) {
        guard let transfer = CurlTransfer(job), unsafe curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            return queue.finish(id, .failure(TransportError(.unreachable, "no transfer could be started")))
        }
        transfers[id] = transfer
        unsafe identifiers[transfer.easy] = id
    }

    /// Hands over the heads of streamed responses that have arrived.
    private func reportHeads() {
        for (id, transfer) in transfers {
            guard let head = transfer.takeHead() else { continue }
            queue.finish(id, .success(head))
        }
    }

    /// Ends the streams whose peer let them wait for too long.
    ///
    /// - Returns: In how many milliseconds the next one may have to be ended.
    private func endOverdue() -> Int32 {
        let now = ContinuousClock.now
        var next = Duration.seconds(60)
        for (id, transfer) in transfers {
            guard let deadline = transfer.deadline else { continue }
            if deadline <= now {
                end(id, .failure(transfer.overdue))
            } else {
                next = min(next, now.duration(to: deadline))
            }
        }
        return Int32(next.wholeMilliseconds) + 1
    }

    private func readMessages() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let handle = unsafe curl_shim_message_handle(message), let id = unsafe identifiers[handle],
                let transfer = transfers[id]
            else { continue }
            end(id, transfer.outcome(unsafe curl_shim_message_result(message)))
        }
    }

    private func end(_ id: UInt64, _ outcome: CurlQueue.Outcome) {
        let transfer = transfers[id]
        remove(id)
        queue.finish(id, outcome)
        if case .failure(let error) = outcome { transfer?.buffer?.finish(error) } else { transfer?.buffer?.finish() }
    }

    private func remove(_ id: UInt64) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        unsafe identifiers[transfer.easy] = nil
        unsafe curl_multi_remove_handle(multi, transfer.easy)
    }
}
#endif
