internal import HearthAuth
internal import HearthFlows
internal import HearthModels

/// Signing in, from the first question to the user.
@MainActor
struct LoginStory {
    let dependencies: AuthDependencies
    let dialog: Dialog

    private enum Way: CaseIterable {
        case password, account, emailLink, phone, guest, forgotten

        var title: Message {
            switch self {
            case .password: Message(.signIn)
            case .account: Message(.signUp)
            case .emailLink: .continueWith("emailLink")
            case .phone: .continueWith("phone")
            case .guest: Message(.continueAsGuest)
            case .forgotten: Message(.forgotPassword)
            }
        }
    }

    /// Signs in by whatever way the person chooses.
    ///
    /// - Returns: The user, also one who is signed in already; `nil` if the person gave up.
    func signIn() async throws -> User? {
        if let user = dependencies.manager.currentUser, !user.isAnonymous { return user }
        while true {
            dialog.title(.signIn)
            guard let way = try await dialog.choose(Way.allCases.map { (dialog.text($0.title), $0) }) else {
                return nil
            }
            do {
                if let user = try await signIn(by: way) { return user }
            } catch is DialogEnd {
                Terminal.print("")
            }
        }
    }

    /// Says who is signed in.
    func greet(_ user: User) {
        dialog.say(user.title.map { .signedIn(as: $0) } ?? Message(.signedInAsGuest))
    }

    private func signIn(by way: Way) async throws -> User? {
        switch way {
        case .password: try await withPassword()
        case .account: try await withNewAccount()
        case .emailLink: try await withEmailLink()
        case .phone: try await withPhone()
        case .guest: try await asGuest()
        case .forgotten: try await resetPassword()
        }
    }

    private func withPassword() async throws -> User? {
        let model = SignInModel(dependencies)
        model.email.text = try await dialog.ask(.email, model.email.rule)
        model.password.text = try await dialog.askSecret(.password, model.password.rule)
        await model.submit()
        dialog.complain(of: model)
        return try await follow(model.next)
    }

    private func withNewAccount() async throws -> User? {
        let model = SignUpModel(dependencies)
        await model.prepare()
        model.email.text = try await dialog.ask(.email, model.email.rule)
        model.password.text = try await dialog.askNewPassword(model.password.rule)
        model.displayName.text = try await dialog.ask(.displayName, model.displayName.rule)
        await model.submit()
        dialog.complain(of: model)
        if case .succeeded = model.progress(of: .verification) { dialog.say(.verificationSent(to: model.email.value)) }
        return try await follow(model.next)
    }

    private func withEmailLink() async throws -> User? {
        let model = ProofModel(.emailLink, dependencies)
        if model.wait == nil {
            explain(model)
            model.recipient.text = try await dialog.ask(.email, model.recipient.rule)
            await model.send()
            dialog.complain(of: model)
            guard model.wait != nil else { return nil }
        }
        explain(model)
        model.answer.text = try await dialog.ask(.link, model.answer.rule)
        await model.submit()
        dialog.complain(of: model)
        if model.needsRecipient {
            explain(model)
            model.recipient.text = try await dialog.ask(.email, model.recipient.rule)
            await model.submit()
            dialog.complain(of: model)
        }
        return try await follow(model.next)
    }

    private func explain(_ model: ProofModel) {
        if let explanation = model.explanation { dialog.say(explanation) }
    }

    private func withPhone() async throws -> User? {
        try await follow(try await PhoneStory(dialog: dialog).run(ProofModel(.phone, dependencies)))
    }

    private func asGuest() async throws -> User? {
        let model = SignInModel(dependencies)
        await model.continueAsGuest()
        dialog.complain(of: model)
        return try await follow(model.next)
    }

    private func resetPassword() async throws -> User? {
        let model = PasswordResetModel(dependencies)
        dialog.say(model.explanation)
        model.email.text = try await dialog.ask(.email, model.email.rule)
        await model.send()
        guard model.stage == .sent else {
            dialog.complain(of: model)
            return nil
        }
        dialog.say(model.explanation)
        await model.open(try await dialog.ask(.link, .name))
        guard model.stage == .choosing else {
            dialog.complain(of: model)
            return nil
        }
        await model.prepare()
        model.newPassword.text = try await dialog.askNewPassword(model.newPassword.rule)
        await model.save()
        dialog.complain(of: model)
        if model.stage == .changed { dialog.say(model.explanation) }
        return nil
    }
}

extension LoginStory {
    /// Goes where a screen leads to.
    func follow(_ next: NextStep?) async throws -> User? {
        switch next {
        case .signedIn(let user, _): return user
        case .secondFactor(let model): return try await follow(try await challenge(model))
        case .collision(let model): return try await follow(try await settle(model))
        case nil: return nil
        }
    }

    private func challenge(_ model: SecondFactorModel) async throws -> NextStep? {
        dialog.title(.secondFactor)
        if model.chosen == nil {
            dialog.say(model.explanation)
            let names = model.factors.map { ($0.title.text(dialog.localizer).printable, $0) }
            guard let factor = try await dialog.choose(names) else {
                await model.abandon()
                return nil
            }
            model.choose(factor)
        }
        if model.needsText { await model.send() }
        dialog.complain(of: model)
        dialog.say(model.explanation)
        while model.next == nil, !model.isOver, !model.needsText {
            model.code.text = try await dialog.ask(.code, model.code.rule)
            await model.submit()
            dialog.complain(of: model)
            if let triesLeft = model.triesLeft, model.next == nil { dialog.say(triesLeft) }
        }
        return model.next
    }

    private func settle(_ model: CollisionModel) async throws -> NextStep? {
        dialog.title(.collision)
        dialog.say(model.explanation)
        do {
            while model.next == nil, model.offersPassword {
                model.password.text = try await dialog.askSecret(.password, model.password.rule)
                await model.submit()
                dialog.complain(of: model)
            }
            if model.isOtherAccounts, try await dialog.choose([(dialog.text(.signIn), ())]) != nil {
                await model.switchAccount()
                dialog.complain(of: model)
            }
        } catch {
            await model.abandon()
            throw error
        }
        if model.next == nil { await model.abandon() }
        if let success = model.success { dialog.say(success) }
        return model.next
    }
}

/// A number and the code that is texted to it.
@MainActor
struct PhoneStory {
    let dialog: Dialog

    func run(_ model: ProofModel) async throws -> NextStep? {
        if model.wait == nil {
            model.recipient.text = try await dialog.ask(.phoneNumber, model.recipient.rule)
            await model.send()
            dialog.complain(of: model)
        }
        while model.next == nil, let explanation = model.explanation {
            dialog.say(explanation)
            model.answer.text = try await dialog.ask(.code, model.answer.rule)
            await model.submit()
            dialog.complain(of: model)
            if let triesLeft = model.triesLeft, model.wait != nil { dialog.say(triesLeft) }
        }
        return model.next
    }
}
