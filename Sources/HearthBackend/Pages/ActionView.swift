internal import HearthCore
internal import HearthHTTP

/// Draws what the page behind a mailed link shows.
struct ActionView: Sendable {
    let frame: PageFrame
    /// `nil` where the link cannot be read.
    let link: ActionLink?
    /// Where the page may lead when it is done; `nil` for nowhere.
    let continueURL: String?

    private var words: PageWords { frame.words }

    /// The same view in another language.
    func speaking(_ language: PageLanguage) -> ActionView {
        var frame = frame
        frame.language = language
        return ActionView(frame: frame, link: link, continueURL: continueURL)
    }

    func response(_ state: ActionState) -> HTTPResponse {
        var page = page(of: state)
        page.status = state.status
        return page.response()
    }

    func page(of state: ActionState) -> Page {
        switch state {
        case .question(let code): question(code)
        case .newPassword(let code, let entry): newPassword(code, entry)
        case .done(let code): page(.good, .check, doneTitle, outcome(code))
        case .alreadyDone(let code): page(.good, .check, alreadyTitle, outcome(code))
        case .openInApp: page(.note, .phone, words.signInTitle, paragraph(words.signInText))
        case .sent(let email): page(.note, .mail, words.sentTitle, paragraph(words.sentText, ["email": email.text]))
        case .used(let code): end(.warn, .used, words.usedTitle, used(code))
        case .expired(let code): end(.warn, .clock, words.expiredTitle, expired(code))
        case .unknown: end(.fail, .unlinked, words.unknownTitle, paragraph(words.unknownText))
        case .taken(let code): end(.fail, .stop, words.takenTitle, taken(code))
        case .disabled: end(.fail, .stop, words.disabledTitle, paragraph(words.disabledText))
        case .refused: end(.fail, .stop, words.refusedTitle, paragraph(words.refusedText))
        case .trouble: page(.fail, .alert, words.troubleTitle, trouble)
        }
    }

    // MARK: Before

    private func question(_ code: Code) -> Page {
        let (icon, title, text, label): (PageIcon, String, String, String) =
            switch link?.kind {
            case .verifyAndChangeEmail: (.mail, words.changeTitle, words.changeText, words.changeButton)
            case .recoverEmail: (.undo, words.recoverTitle, words.recoverText, words.recoverButton)
            case .revertSecondFactorAddition: (.shield, words.factorTitle, words.factorText, words.factorButton)
            default: (.mail, words.verifyTitle, words.verifyText, words.verifyButton)
            }
        let warning: HTML =
            link?.kind == .verifyEmail ? "\n<p class=\"soft small\">\(words.verifyWarning)</p>" : ""
        return page(.ask, icon, title, "\(paragraph(text, values(of: code)))\(warning)\n\(button(label))")
    }

    private func newPassword(_ code: Code, _ entry: PasswordEntry) -> Page {
        let form = PasswordForm(frame: frame, action: link?.formAction ?? "", email: code.email, entry: entry)
        var page = page(
            .ask,
            .lock,
            words.resetTitle,
            "\(paragraph(words.resetText, values(of: code)))\n\(form.element)"
        )
        page.script = PasswordForm.script
        return page
    }

    // MARK: After

    private var doneTitle: String {
        switch link?.kind {
        case .resetPassword: words.resetDone
        case .verifyAndChangeEmail: words.changeDone
        case .recoverEmail: words.recoverDone
        case .revertSecondFactorAddition: words.factorDone
        default: words.verifyDone
        }
    }

    private var alreadyTitle: String {
        switch link?.kind {
        case .verifyAndChangeEmail: words.changeAlready
        case .recoverEmail: words.recoverAlready
        case .revertSecondFactorAddition: words.factorAlready
        default: words.verifyAlready
        }
    }

    /// What is so now, and the way on from there.
    private func outcome(_ code: Code) -> HTML {
        let text =
            switch link?.kind {
            case .resetPassword: paragraph(words.resetDoneText)
            case .verifyAndChangeEmail: paragraph(words.changeDoneText, values(of: code))
            case .recoverEmail: paragraph(words.recoverDoneText, values(of: code))
            case .verifyEmail: paragraph(words.verifyDoneText, values(of: code))
            default: "" as HTML
            }
        guard link?.kind.undoesChange == true else { return "\(text)\n\(wayBack)" }
        return "\(text)\n\(paragraph(words.protectText))\n\(button(words.mailPassword, .password))\n\(wayBack)"
    }

    private var wayBack: HTML {
        continueButton(link?.kind.undoesChange == true ? "button quiet" : "button") ?? paragraph(words.goBack)
    }

    /// The button that leads on to where the app wants its user; `nil` where a page may not lead there.
    private func continueButton(_ style: HTML) -> HTML? {
        guard let continueURL, let host = Redirect.parse(continueURL)?.host else { return nil }
        return """
            <a class="\(style)" href="\(continueURL)" rel="noreferrer">\(frame.fill(words.continueTo, ["host": host]))</a>
            """
    }

    // MARK: Ends

    /// A page that cannot do what the link was for; it leads back to the app where it may.
    private func end(_ tone: Page.Tone, _ icon: PageIcon, _ heading: String, _ body: HTML) -> Page {
        page(tone, icon, heading, "\(body)\n\(continueButton("button quiet") ?? "")")
    }

    private func used(_ code: Code) -> HTML {
        let more: HTML = link?.kind == .resetPassword ? "\n\(paragraph(words.usedResetText))" : ""
        return "\(paragraph(words.usedText))\(more)\n\(another(code))"
    }

    private func expired(_ code: Code) -> HTML {
        "\(paragraph(words.expiredText))\n\(another(code))"
    }

    /// How the reader gets another link.
    private func another(_ code: Code) -> HTML {
        guard link?.kind.isRenewable == true else { return paragraph(words.askAgain) }
        return "\(paragraph(words.renewText, values(of: code)))\n\(button(words.renewButton, .renew))"
    }

    private func taken(_ code: Code?) -> HTML {
        code.map { paragraph(words.takenText, values(of: $0)) } ?? paragraph(words.askAgain)
    }

    private var trouble: HTML {
        guard let link else { return paragraph(words.troubleText) }
        // The page's own address: what was asked for is asked for again.
        return """
            \(paragraph(words.troubleText))
            <a class="button" href="\(link.formAction)">\(words.tryAgain)</a>
            """
    }

    // MARK: Pieces

    private func page(_ tone: Page.Tone, _ icon: PageIcon, _ heading: String, _ body: HTML) -> Page {
        Page(frame: frame, tone: tone, icon: icon, heading: heading, body: body)
    }

    private func paragraph(_ text: String, _ values: KeyValuePairs<String, String> = [:]) -> HTML {
        "<p>\(frame.fill(text, values))</p>"
    }

    private func values(of code: Code) -> KeyValuePairs<String, String> {
        ["email": code.email.text, "new": code.newEmail?.text ?? code.email.text]
    }

    /// A form of one button.
    private func button(_ text: String, _ wish: ActionPage.Wish? = nil) -> HTML {
        let value: HTML = wish.map { " name=\"\(ActionPage.Wish.name)\" value=\"\($0.rawValue)\"" } ?? ""
        return """
            <form method="post" action="\(link?.formAction ?? "")">
            <button type="submit"\(value)>\(text)</button>
            </form>
            """
    }
}
