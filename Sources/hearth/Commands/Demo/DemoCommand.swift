/// `hearth demo`: one person's whole story, or every way to sign in, step by step, with what came back.
enum DemoCommand: Command {
    static let name = "demo"
    static let summary = "watch a user sign up, sign in and call a protected API"

    static let help = """
        hearth demo: watch a user sign up, verify an address, sign in, refresh, and call
        a protected API.

        Usage: hearth demo [firestore] [functions] [analytics] [crashes] [OPTIONS]

          firestore       write a note, listen to it, and refuse it to another user
          functions       call functions of a host, instead of the sign-in
          analytics       log events and count them, instead of the sign-in
          crashes         record an error and show its report, instead of the sign-in
          --all           continue with mailed links, phones, providers, second
                          factors and custom tokens
          --backend ADDRESS
                          the emulator to use: HOST, HOST:PORT or a URL (one of the
                          demo's own, in memory)
          --project ID    the project (demo-hearth)
          --api URL       the notes API to call, see Examples/NotesAPI (a route of the
                          demo's own that accepts every token that verifies)

        Each step prints the call that an app makes and its result, without secrets. The
        demo ends with status 1 at the first step that fails. NO_COLOR turns colors off.
        """

    /// Every chapter, in the order in which they are told.
    static var everything: [any DemoChapter.Type] {
        [
            DemoStory.self, MailChapter.self, PhoneChapter.self, ProviderChapter.self, SecondFactorChapter.self,
            ServerChapter.self, FirestoreChapter.self, FunctionsChapter.self, AnalyticsChapter.self,
            CrashChapter.self,
        ]
    }

    /// The chapters that are asked for.
    private static func chapters(_ options: Options) throws -> [any DemoChapter.Type] {
        let named: [String: any DemoChapter.Type] = [
            "firestore": FirestoreChapter.self, "functions": FunctionsChapter.self,
            "analytics": AnalyticsChapter.self, "crashes": CrashChapter.self,
        ]
        if options.has("all") { return everything }
        if options.operands.isEmpty { return [DemoStory.self] }
        return try options.operands.map { name in
            guard let chapter = named[name] else {
                throw UsageError("the demo has no chapter '\(name)'", hint: "hearth demo --help lists them")
            }
            return chapter
        }
    }

    static func run(_ words: [String]) async throws {
        let options = try Options(words, of: name, valued: ["backend", "project", "api"], switches: ["all"])
        let chapters = try chapters(options)
        let project = options.last("project") ?? "demo-hearth"
        let backend = options.last("backend") == nil ? nil : try BackendOrigin.read(options, "backend")
        let stage = try await Stage.set(backend: backend, api: options.last("api"), project: project)
        let scene = Scene(stage: stage, project: project)
        do {
            try await play(chapters, in: scene)
        } catch {
            await stage.clear()
            let reason = (error as? CommandFailure)?.reason ?? "\(error)"
            throw CommandFailure("the demo stopped at step \(scene.narrator.number): \(reason)")
        }
        await stage.clear()
    }

    /// Plays chapters one after another; throws at the first step that goes wrong.
    static func play(_ chapters: [any DemoChapter.Type], in scene: Scene) async throws {
        let start = ContinuousClock.now
        let narrator = scene.narrator
        narrator.open([("backend", scene.stage.backend), ("API", scene.stage.api), ("project", scene.project)])
        for chapter in chapters {
            if chapters.count > 1 { narrator.chapter(chapter.title) }
            try await chapter.init(scene: scene).play()
        }
        let time = Int(start.duration(to: .now) / .milliseconds(1))
        narrator.close("That was the whole story: \(narrator.number) steps in \(time) ms, and each of them held.")
    }
}

/// A part of the demo about one theme.
protocol DemoChapter {
    /// What it is about.
    static var title: String { get }

    init(scene: Scene)

    /// Plays its steps; throws at the first that goes wrong.
    func play() async throws
}
