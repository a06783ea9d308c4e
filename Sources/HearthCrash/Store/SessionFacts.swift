internal import HearthCore
internal import HearthCrashWire
internal import HearthJSON

/// What is known of a session when it begins; it stands in the session's folder for the launch after it.
struct SessionFacts: Sendable {
    let session: String
    let start: UnixTime
    let installation: String
    let app: CrashReport.App
    let device: CrashReport.Device
    let images: ProcessImages

    var bytes: [UInt8] {
        var document: JSONObject = [
            "session": .string(session), "start": .integer(start.milliseconds), "installation": .string(installation),
            "images": images.json,
        ]
        document["app"] = try? JSON.value(of: app)
        document["device"] = try? JSON.value(of: device)
        return JSON.serialize(.object(document))
    }

    init(
        session: String,
        start: UnixTime,
        installation: String,
        app: CrashReport.App,
        device: CrashReport.Device,
        images: ProcessImages
    ) {
        self.session = session
        self.start = start
        self.installation = installation
        self.app = app
        self.device = device
        self.images = images
    }

    /// Reads what ``bytes`` wrote; `nil` if the file is damaged.
    init?(_ bytes: [UInt8]) {
        guard let document = try? JSON.parse(bytes), let session = document["session"]?.string,
            let start = document["start"]?.integer, let installation = document["installation"]?.string,
            let app = document["app"].flatMap({ try? JSON.decode(CrashReport.App.self, from: $0) }),
            let device = document["device"].flatMap({ try? JSON.decode(CrashReport.Device.self, from: $0) })
        else { return nil }
        self.session = session
        self.start = UnixTime(milliseconds: start)
        self.installation = installation
        self.app = app
        self.device = device
        images = ProcessImages(json: document["images"] ?? .null)
    }

    /// A report of this session, with nothing in it yet.
    func report(id: String, _ kind: CrashReport.Kind, at time: UnixTime) -> CrashReport {
        CrashReport(
            id: id,
            kind: kind,
            time: time,
            installation: installation,
            session: session,
            app: app,
            device: device
        )
    }
}
