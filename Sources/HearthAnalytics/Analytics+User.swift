public import HearthAnalyticsModel
internal import HearthCore
internal import HearthTelemetry

extension Analytics {
    /// Names the user of the events that follow, also in later launches.
    ///
    /// - Parameters:
    ///   - userID: The account's identifier, at most 256 characters, and never an address or a name; `nil` for no user.
    ///   - fileID: The file that calls, for reports of problems.
    ///   - line: The line in it.
    /// - Returns: Why it was refused; `nil` if it was not.
    @discardableResult
    public func setUserID(
        _ userID: String?,
        fileID: String = #fileID,
        line: Int = #line
    ) -> AnalyticsProblem? {
        if let userID {
            let limit = AnalyticsLimits.userIDLength
            var problem: AnalyticsProblem?
            if userID.isEmpty || userID.utf8.count > limit {
                let reason = "a user is named by text of 1 to \(limit) characters"
                problem = AnalyticsProblem(.valueOutOfBounds, "user_id", reason, .refused)
            } else if let reason = configuration.personalData.violation(name: nil, value: userID) {
                problem = AnalyticsProblem(.personalData, "user_id", reason, .refused)
            }
            if let problem {
                configuration.report(problem, AnalyticsCallPlace(fileID: fileID, line: line))
                return problem
            }
        }
        state.withLock { state in state.change { $0.userID = userID } }
        return nil
    }

    /// Sets what is known of the user in the events that follow, also in later launches.
    ///
    /// - Parameters:
    ///   - value: The value, at most 36 characters; `nil` removes the property.
    ///   - name: The property's name: letters, digits and `_`, at most 24.
    ///   - fileID: The file that calls, for reports of problems.
    ///   - line: The line in it.
    /// - Returns: Why it was refused or cut; `nil` if it was not.
    @discardableResult
    public func setUserProperty(
        _ value: String?,
        forName name: String,
        fileID: String = #fileID,
        line: Int = #line
    ) -> AnalyticsProblem? {
        guard let value else {
            state.withLock { state in state.change { $0.userProperties[name] = nil } }
            return nil
        }
        let check = UserPropertyCheck(name: name, value: value, configuration.personalData)
        var problem = check.problems.first
        if let value = check.value {
            let isKept = state.withLock { state in
                let limit = AnalyticsLimits.userProperties
                let isKept = state.settings.userProperties[name] != nil || state.settings.userProperties.count < limit
                if isKept { state.change { $0.userProperties[name] = value } }
                return isKept
            }
            if !isKept {
                let reason = "a user has at most \(AnalyticsLimits.userProperties) properties"
                problem = AnalyticsProblem(.exceededMaxEntities, "user_properties.\(name)", reason, .refused)
            }
        }
        if let problem { configuration.report(problem, AnalyticsCallPlace(fileID: fileID, line: line)) }
        return problem
    }

    /// Sets parameters that are added to every event that follows, unless the event has its own.
    ///
    /// - Parameter parameters: The parameters, also for later launches; `nil` removes all.
    public func setDefaultEventParameters(_ parameters: AnalyticsParameters?) {
        state.withLock { state in state.change { $0.defaults = parameters ?? [:] } }
    }

    /// Sets after how long without an event the next one begins a new session, until the end of the process.
    ///
    /// - Parameter timeout: The time.
    public func setSessionTimeout(_ timeout: Duration) {
        state.withLock { $0.sessionTimeout = timeout }
    }

    /// The identifier of this installation, 32 hexadecimal digits; `nil` while nothing is collected.
    public var appInstanceID: String? {
        state.withLock { $0.isCollecting ? $0.settings.instance.rawValue : nil }
    }

    /// The identifier of the session: the second in which it began; `nil` before the first event.
    public var sessionID: Int64? {
        state.withLock { $0.isCollecting ? $0.session.id : nil }
    }

    /// Whether events are collected: collection is on, and the user does not deny analytics storage.
    public var isCollecting: Bool {
        state.withLock { $0.isCollecting }
    }
}
