import HearthCore
import Testing

@testable import HearthWire

@Suite("Messages of the emulator's controls")
struct EmulatorMessageTests {
    @Test func `the switches are shown and changed`() throws {
        let config = """
            {"signIn": {"allowDuplicateEmails": false}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": true}}
            """
        try expectWire(EmulatorConfig.self, config) {
            $0.signIn = EmulatorConfig.SignIn { $0.allowDuplicateEmails = false }
            $0.emailPrivacyConfig = EmulatorConfig.EmailPrivacy { $0.enableImprovedEmailPrivacy = true }
        }
        try expectWire(
            UpdateEmulatorConfig.Request.self,
            #"{"signIn": {"allowDuplicateEmails": true}, "targetProjectId": "p"}"#
        ) {
            $0.signIn = EmulatorConfig.SignIn { $0.allowDuplicateEmails = true }
            $0.targetProjectId = "p"
        }
        let untouched = try message(UpdateEmulatorConfig.Request.self, #"{"emailPrivacyConfig": {}}"#)
        #expect(untouched.signIn == nil)
        #expect(untouched.emailPrivacyConfig != nil && untouched.emailPrivacyConfig?.enableImprovedEmailPrivacy == nil)
    }

    @Test func `codes that wait are shown`() throws {
        try expectWire(
            ListCodes.Response.self,
            """
            {"oobCodes": [{"email": "ada@example.com", "newEmail": "new@example.com", "oobCode": "code",
             "oobLink": "http://localhost/emulator/action?oobCode=code", "requestType": "EMAIL_SIGNIN"}]}
            """
        ) {
            $0.oobCodes = [
                ListCodes.Entry {
                    $0.email = "ada@example.com"
                    $0.newEmail = "new@example.com"
                    $0.oobCode = "code"
                    $0.oobLink = "http://localhost/emulator/action?oobCode=code"
                    $0.requestType = .emailSignIn
                }
            ]
        }
        try expectWire(
            ListVerificationCodes.Response.self,
            """
            {"verificationCodes": [{"phoneNumber": "+15555550100", "code": "123456", "sessionInfo": "session"}]}
            """
        ) {
            $0.verificationCodes = [
                ListVerificationCodes.Entry {
                    $0.phoneNumber = "+15555550100"
                    $0.code = "123456"
                    $0.sessionInfo = "session"
                }
            ]
        }
        for json in [#"{"targetProjectId": "p", "tenantId": "t"}"#] {
            try expectWire(ListCodes.Request.self, json) {
                $0.targetProjectId = "p"
                $0.tenantId = "t"
            }
            try expectWire(ListVerificationCodes.Request.self, json) {
                $0.targetProjectId = "p"
                $0.tenantId = "t"
            }
            try expectWire(ClearAccounts.Request.self, json) {
                $0.targetProjectId = "p"
                $0.tenantId = "t"
            }
        }
    }

    @Test func `what was sent is shown`() throws {
        try expectWire(
            ListInbox.Response.self,
            """
            {"messages": [{"id": "1", "channel": "EMAIL", "requestType": "PASSWORD_RESET", "to": "ada@example.com",
             "newEmail": "new@example.com", "code": "code", "link": "https://example.com/?oobCode=code",
             "sentAt": "2026-11-20T12:30:45.250Z"},
             {"id": "2", "channel": "SMS", "purpose": "SIGN_IN", "to": "+15555550100", "code": "123456"}]}
            """
        ) {
            $0.messages = [
                ListInbox.Entry {
                    $0.id = "1"
                    $0.channel = "EMAIL"
                    $0.requestType = .passwordReset
                    $0.to = "ada@example.com"
                    $0.newEmail = "new@example.com"
                    $0.code = "code"
                    $0.link = "https://example.com/?oobCode=code"
                    $0.sentAt = "2026-11-20T12:30:45.250Z"
                },
                ListInbox.Entry {
                    $0.id = "2"
                    $0.channel = "SMS"
                    $0.purpose = "SIGN_IN"
                    $0.to = "+15555550100"
                    $0.code = "123456"
                },
            ]
        }
    }

    @Test func `the clock is moved by whole and broken seconds`() throws {
        try expectWire(
            UpdateClock.Request.self,
            """
            {"frozen": true, "now": "2026-11-20T12:30:45.250Z", "offset": -3600, "advanceSeconds": 0.25,
             "targetProjectId": "p"}
            """
        ) {
            $0.frozen = true
            $0.now = "2026-11-20T12:30:45.250Z"
            $0.offset = -3600
            $0.advanceSeconds = 0.25
            $0.targetProjectId = "p"
        }
        try expectWire(ClockState.self, #"{"now": "2026-11-20T12:30:45.250Z", "offset": 0.5, "frozen": false}"#) {
            $0.now = "2026-11-20T12:30:45.250Z"
            $0.offset = 0.5
            $0.frozen = false
        }
    }

    @Test func `failures are asked for and listed`() throws {
        let faults: [(String, FaultDescription)] = [
            (#"{"kind": "OFFLINE"}"#, FaultDescription { $0.kind = .offline }),
            (#"{"kind": "DROP"}"#, FaultDescription { $0.kind = .drop }),
            (
                #"{"kind": "ERROR", "message": "QUOTA_EXCEEDED : later"}"#,
                FaultDescription {
                    $0.kind = .error
                    $0.message = "QUOTA_EXCEEDED : later"
                }
            ),
            (
                #"{"kind": "STATUS", "status": 503, "retryAfterSeconds": 30}"#,
                FaultDescription {
                    $0.kind = .status
                    $0.status = 503
                    $0.retryAfterSeconds = 30
                }
            ),
            (
                #"{"kind": "DELAY", "delayMilliseconds": 250}"#,
                FaultDescription {
                    $0.kind = .delay
                    $0.delayMilliseconds = 250
                }
            ),
        ]
        for (json, fault) in faults {
            try expectWire(
                AddFault.Request.self,
                #"{"operation": "SignUp", "count": 2, "fault": \#(json), "targetProjectId": "p"}"#
            ) {
                $0.operation = "SignUp"
                $0.count = 2
                $0.fault = fault
                $0.targetProjectId = "p"
            }
            try expectWire(FaultList.self, #"{"faults": [{"operation": "*", "count": 1, "fault": \#(json)}]}"#) {
                $0.faults = [
                    FaultList.Entry {
                        $0.operation = "*"
                        $0.count = 1
                        $0.fault = fault
                    }
                ]
            }
        }
    }
}
