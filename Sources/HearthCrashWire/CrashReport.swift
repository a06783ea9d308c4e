public import HearthCore

/// What a client tells of a crash or of a recorded error: one JSON document of at most 256 KiB.
public struct CrashReport: Codable, Sendable, Hashable {
    /// The version of this form.
    public static let currentVersion = 1

    /// What kind of thing happened, open to new values.
    public struct Kind: RawRepresentable, Codable, Sendable, Hashable {
        /// The spelling on the wire.
        public let rawValue: String

        /// Creates a kind from its spelling.
        ///
        /// - Parameter rawValue: The spelling on the wire.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The process died.
        public static let crash = Kind(rawValue: "crash")
        /// The app recorded an error and went on.
        public static let error = Kind(rawValue: "error")
        /// The app recorded an error that it could not go on after.
        public static let fatal = Kind(rawValue: "fatal")
    }

    /// The version of the form.
    public var version = CrashReport.currentVersion
    /// The report's identifier: a report that arrives twice counts once.
    public var id: String
    /// What kind of thing happened.
    public var kind: Kind
    /// When it happened, in milliseconds since 1970.
    public var time: UnixTime
    /// The installation: a random identifier that says nothing about the device.
    public var installation: String
    /// The launch of the app in which it happened.
    public var session: String
    /// The app.
    public var app: App
    /// The machine.
    public var device: Device
    /// The user, by an identifier that the app gave.
    public var user: String?
    /// What the app told of its state.
    public var keys: [String: CrashValue] = [:]
    /// What the app wrote down, the latest 64,000 bytes.
    public var log = ""
    /// What happened before, oldest first.
    public var breadcrumbs: [Breadcrumb] = []
    /// The error; for ``Kind/error`` and ``Kind/fatal``.
    public var error: RecordedError?
    /// The signal; for ``Kind/crash``.
    public var crash: Signal?
    /// The threads that are known; the crashed one first.
    public var threads: [Thread] = []
    /// The images that frames are in.
    public var images: [Image] = []

    /// Describes what happened.
    ///
    /// - Parameters:
    ///   - id: The report's identifier.
    ///   - kind: What kind of thing happened.
    ///   - time: When it happened.
    ///   - installation: The installation.
    ///   - session: The launch of the app.
    ///   - app: The app.
    ///   - device: The machine.
    public init(
        id: String,
        kind: Kind,
        time: UnixTime,
        installation: String,
        session: String,
        app: App,
        device: Device
    ) {
        self.id = id
        self.kind = kind
        self.time = time
        self.installation = installation
        self.session = session
        self.app = app
        self.device = device
    }

    /// The frames of the thread that crashed or recorded the error, the innermost first.
    public var frames: [Frame] { threads.first { $0.crashed }?.frames ?? threads.first?.frames ?? [] }

    /// The innermost frame of the app's own code.
    public var topAppFrame: Frame? { frames.first { $0.inApp } }

    /// What happened in one line: the error's type and message, or the fatal error's text or signal.
    public var title: String {
        if let error {
            let (type, message) = (Self.line(error.type), Self.line(error.message))
            return message.isEmpty ? type : "\(type): \(message)"
        }
        guard let crash else { return kind.rawValue }
        let text = Self.line(crash.text ?? "")
        return text.isEmpty ? crash.name : text
    }

    /// A text in one line.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

extension CrashReport {
    /// The app that a report is about.
    public struct App: Codable, Sendable, Hashable {
        /// The app's identifier.
        public var id: String
        /// The version that users see.
        public var version: String
        /// The build of the version.
        public var build: String?
        /// Where it runs, for example `production`.
        public var environment: String?

        /// Describes an app.
        ///
        /// - Parameters:
        ///   - id: The app's identifier.
        ///   - version: The version that users see.
        ///   - build: The build of the version. Defaults to none.
        ///   - environment: Where it runs. Defaults to none.
        public init(id: String, version: String, build: String? = nil, environment: String? = nil) {
            self.id = id
            self.version = version
            self.build = build
            self.environment = environment
        }
    }

    /// The machine that a report comes from.
    public struct Device: Codable, Sendable, Hashable {
        /// The operating system and its version.
        public var system: String
        /// The processor's architecture.
        public var architecture: String

        /// Describes a machine.
        ///
        /// - Parameters:
        ///   - system: The operating system and its version.
        ///   - architecture: The processor's architecture.
        public init(system: String, architecture: String) {
            self.system = system
            self.architecture = architecture
        }
    }

    /// Something that happened before.
    public struct Breadcrumb: Codable, Sendable, Hashable {
        /// When it happened.
        public var time: UnixTime
        /// Its name.
        public var name: String
        /// What is known about it; what did not fit 232 bytes is missing.
        public var fields: [String: String]

        /// Describes something that happened.
        ///
        /// - Parameters:
        ///   - time: When it happened.
        ///   - name: Its name.
        ///   - fields: What is known about it.
        public init(time: UnixTime, name: String, fields: [String: String]) {
            self.time = time
            self.name = name
            self.fields = fields
        }
    }

    /// An error that the app recorded.
    public struct RecordedError: Codable, Sendable, Hashable {
        /// The error's type, or the domain and the code of an error that has them.
        public var type: String
        /// The error's description, without what identifies persons.
        public var message: String
        /// What the app told with it.
        public var info: [String: CrashValue]
        /// Where it was recorded: `Module/File.swift`.
        public var file: String?
        /// The line there.
        public var line: Int?

        /// Describes an error.
        ///
        /// - Parameters:
        ///   - type: The error's type.
        ///   - message: The error's description.
        ///   - info: What the app told with it. Defaults to nothing.
        ///   - file: Where it was recorded. Defaults to nowhere.
        ///   - line: The line there. Defaults to none.
        public init(
            type: String,
            message: String,
            info: [String: CrashValue] = [:],
            file: String? = nil,
            line: Int? = nil
        ) {
            self.type = type
            self.message = message
            self.info = info
            self.file = file
            self.line = line
        }
    }

    /// The signal that ended the process.
    public struct Signal: Codable, Sendable, Hashable {
        /// The signal's name, for example `SIGSEGV`.
        public var name: String
        /// The signal's number on the machine.
        public var number: Int
        /// The reason that the system gave, as a number.
        public var code: Int
        /// The address that could not be used, in hexadecimal.
        public var address: String?
        /// What the runtime wrote before it ended the process: the text of a fatal error or of an error that nothing
        /// caught.
        public var text: String?
        /// How many crashes followed while the first one was noted.
        public var nested: Int

        /// Describes a signal.
        ///
        /// - Parameters:
        ///   - name: The signal's name.
        ///   - number: The signal's number.
        ///   - code: The reason that the system gave.
        ///   - address: The address that could not be used.
        ///   - text: What the runtime wrote before.
        ///   - nested: How many crashes followed while the first one was noted.
        public init(name: String, number: Int, code: Int, address: String?, text: String?, nested: Int) {
            self.name = name
            self.number = number
            self.code = code
            self.address = address
            self.text = text
            self.nested = nested
        }
    }

    /// A thread.
    public struct Thread: Codable, Sendable, Hashable {
        /// Whether it crashed, or recorded the error.
        public var crashed: Bool
        /// Its frames, the innermost first.
        public var frames: [Frame]

        /// Describes a thread.
        ///
        /// - Parameters:
        ///   - crashed: Whether it crashed, or recorded the error.
        ///   - frames: Its frames.
        public init(crashed: Bool, frames: [Frame]) {
            self.crashed = crashed
            self.frames = frames
        }
    }

    /// A place in the code.
    public struct Frame: Codable, Sendable, Hashable {
        /// How a frame was found, open to new values.
        public var kind: String
        /// The address in the process, in hexadecimal.
        public var address: String
        /// The file name of the image that it is in.
        public var image: String?
        /// The distance from the image's beginning, in hexadecimal.
        public var offset: String?
        /// The function, readable.
        public var symbol: String?
        /// The source file.
        public var file: String?
        /// The line in it.
        public var line: Int?
        /// Whether it is code of the app, and not of the system, the runtime or this library.
        public var inApp: Bool

        /// Describes a place.
        ///
        /// - Parameters:
        ///   - kind: `pc` where it crashed, `return` for a caller, `async` for what an async function resumes, `inline`
        ///     for a function that was compiled into its caller.
        ///   - address: The address in the process, in hexadecimal.
        public init(kind: String, address: String) {
            self.kind = kind
            self.address = address
            inApp = false
        }

        /// The place in one line: function, file and line, or image and offset.
        public var summary: String {
            let place = Self.known(file).map { file in
                let name = file.split(separator: "/").last.map(String.init) ?? file
                return line.map { "\(name):\($0)" } ?? name
            }
            if let symbol = Self.known(symbol) { return place.map { "\(symbol) at \($0)" } ?? symbol }
            return "\(image ?? "?") + \(offset ?? address)"
        }

        /// A name; one without a letter is none.
        private static func known(_ name: String?) -> String? { name?.isEmpty == true ? nil : name }
    }

    /// An executable or library in the process.
    public struct Image: Codable, Sendable, Hashable {
        /// Its file name.
        public var name: String
        /// The identifier of its build, in hexadecimal.
        public var buildID: String?
        /// Where it began in the process, in hexadecimal.
        public var base: String

        /// Describes an image.
        ///
        /// - Parameters:
        ///   - name: Its file name.
        ///   - buildID: The identifier of its build.
        ///   - base: Where it began in the process.
        public init(name: String, buildID: String?, base: String) {
            self.name = name
            self.buildID = buildID
            self.base = base
        }
    }
}
