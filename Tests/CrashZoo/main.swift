// Dies in the way that its first argument names, with reports kept in the folder that the second one names.
import HearthCrash
import HearthCrashWire

struct Nowhere: CrashSink {
    func send(_ report: CrashReport) async -> CrashDelivery { .later(after: nil) }
}

let mode = CommandLine.arguments[1]
let folder = CommandLine.arguments[2]
var configuration = CrashConfiguration(app: .init(id: "zoo", version: "1.2", build: "7"))
configuration.isCollectionEnabled = false
let reporter = try CrashReporter.start(configuration, sink: Nowhere(), storage: .folder(folder))
reporter.setUserID("keeper")
reporter.setValue("asia", forKey: "house")
reporter.setValue(3, forKey: "tigers")
reporter.log("feeding time")
reporter.addBreadcrumb("door_opened", [("number", "12")])
try await Zoo(reporter: reporter, folder: folder).die(mode)
