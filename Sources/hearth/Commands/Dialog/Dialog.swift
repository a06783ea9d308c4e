internal import HearthFlows
internal import HearthModels

/// The person at the terminal wants to go on no longer: the end of the input, which is Ctrl-D.
struct DialogEnd: Error {}

/// Talks with the person at the terminal.
@MainActor
struct Dialog {
    /// The texts in the language of the person.
    let localizer = Localizer(preferring: UserLanguages.preferred)

    /// Says a line of the catalogue.
    func say(_ message: Message) {
        Terminal.say(localizer(message).printable)
    }

    /// Says a line of the catalogue, without blanks.
    func say(_ key: Message.Key) {
        say(Message(key))
    }

    /// Begins something new.
    func title(_ key: Message.Key) {
        Terminal.print("\n" + TerminalStyle.bold(localizer(key)))
    }

    /// Says what went wrong, if something did.
    func complain(of model: some ScreenModel) {
        if let message = model.message { say(message) }
    }

    /// The words of a text.
    func text(_ message: Message) -> String { localizer(message) }

    /// The words of a text without blanks.
    func text(_ key: Message.Key) -> String { localizer(key) }

    /// The name of a sign-in method.
    func name(ofProvider id: String) -> String { localizer.name(ofProvider: id).printable }

    /// Asks for a line, again and again until it will do.
    func ask(_ label: Message.Key, _ rule: FieldRule) async throws -> String {
        try await ask(label, rule) { prompt in
            Terminal.prompt(prompt)
            return await TerminalInput.line()
        }
    }

    /// Asks for a line that the terminal does not show.
    func askSecret(_ label: Message.Key, _ rule: FieldRule) async throws -> String {
        try await ask(label, rule) { await TerminalInput.secretLine($0) }
    }

    /// Asks for a password that is to be, twice: no one sees what they type.
    func askNewPassword(_ rule: FieldRule) async throws -> String {
        while true {
            let password = try await askSecret(.newPassword, rule)
            let again = try await askSecret(.repeatPassword, .password)
            if password == again { return password }
            say(.passwordsDiffer)
        }
    }

    /// Has one of several things chosen by its number; `nil` for none of them.
    func choose<Choice>(_ choices: [(name: String, choice: Choice)]) async throws -> Choice? {
        for (index, choice) in choices.enumerated() { Terminal.print("  \(index + 1)  \(choice.name)") }
        Terminal.print("  0  \(text(.cancel))")
        while true {
            Terminal.prompt("> ")
            guard let line = await TerminalInput.line() else { throw DialogEnd() }
            guard let number = Int(line.trimmed), (0...choices.count).contains(number) else {
                say(.chooseNumber(upTo: choices.count))
                continue
            }
            return number == 0 ? nil : choices[number - 1].choice
        }
    }

    /// Shows a picture for another device to scan, if the terminal is wide enough.
    func show(_ picture: QRCode) {
        guard let lines = picture.lines(width: 80) else { return }
        // Without colors, most terminals are dark.
        for line in lines { Terminal.print(TerminalStyle.lightOnDark(line)) }
    }

    private func ask(
        _ label: Message.Key,
        _ rule: FieldRule,
        _ read: (_ prompt: String) async -> String?
    ) async throws -> String {
        while true {
            guard let line = await read(text(label) + ": ") else { throw DialogEnd() }
            guard let problem = rule.problem(with: line) else { return line }
            say(problem)
        }
    }
}

extension String {
    /// The text without spaces around it.
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
