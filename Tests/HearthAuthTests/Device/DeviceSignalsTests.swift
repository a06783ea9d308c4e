import Testing

@testable import HearthAuth

@Suite("DeviceSignals")
struct DeviceSignalsTests {
    @Test func `nothing seen is no signal`() {
        var observation = DeviceSignals.Observation()
        observation.loadedLibraries = ["/usr/lib/libSystem.B.dylib", "/usr/lib/libobjc.A.dylib"]
        #expect(DeviceSignals(observation).isEmpty)
    }

    @Test func `each signal says what it was seen by`() {
        var observation = DeviceSignals.Observation()
        observation.isTraced = true
        observation.existingFiles = ["/var/jb"]
        observation.setVariables = ["DYLD_INSERT_LIBRARIES"]
        observation.loadedLibraries = ["/usr/lib/libSystem.B.dylib", "/usr/lib/TweakInject.dylib"]
        #expect(
            DeviceSignals(observation).seen == [
                .debugger: ["tracer"], .jailbreakFiles: ["/var/jb"],
                .injectedLibraries: ["DYLD_INSERT_LIBRARIES", "/usr/lib/TweakInject.dylib"],
            ]
        )
    }

    @Test(arguments: [
        ("Name:\ta\nTracerPid:\t0\nUid:\t0", false), ("Name:\ta\nTracerPid:\t417\n", true), ("", false),
        ("TracerPid:", false), ("Name:\tTracerPid: 3\n", false),
    ])
    func `a tracer is read from the status of the process`(_ status: String, _ isTraced: Bool) {
        #expect(DeviceSignals.isTraced(status: status) == isTraced)
    }

    @Test func `this process can be looked at`() {
        #expect(DeviceSignals.current().seen[.jailbreakFiles] == nil)
    }
}
