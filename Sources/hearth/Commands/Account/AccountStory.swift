internal import HearthAuth
internal import HearthCore
internal import HearthFlows
internal import HearthModels

/// Seeing and changing one's own account.
@MainActor
struct AccountStory {
    let dependencies: AuthDependencies
    let dialog: Dialog

    private enum Choice {
        case signUp, name, email, password, verify, phone, app, addPasskey, removeFactor(MultiFactorInfo)
        case link(String), unlink(String), removePasskey(PasskeyInfo), signOut, delete
    }

    /// Shows the account and what can be done with it, until the person leaves or no user is signed in any more.
    func run() async throws {
        while dependencies.manager.currentUser != nil {
            let model = AccountModel(dependencies)
            await model.reload()
            dialog.complain(of: model)
            guard let user = model.user, dependencies.manager.currentUser != nil else { return }
            show(user)
            guard let choice = try await dialog.choose(choices(model, user)) else { return }
            do {
                try await perform(choice, model)
            } catch is DialogEnd {
                Terminal.print("")
            }
        }
    }

    private func show(_ user: User) {
        dialog.title(.account)
        if user.isAnonymous { dialog.say(.signedInAsGuest) }
        tell(.displayName, user.displayName)
        tell(.email, user.email.map { "\($0) (\(dialog.text(user.isEmailVerified ? .verified : .notVerified)))" })
        tell(.phoneNumber, user.phoneNumber)
        tell(.waysIn, user.providers.map(dialog.name).joined(separator: ", "))
        tell(.passkey, user.enrolledPasskeys.map(title).joined(separator: ", "))
        tell(.secondFactor, user.enrolledFactors.map { $0.title.text(dialog.localizer) }.joined(separator: ", "))
    }

    private func tell(_ label: Message.Key, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        let width = Self.labels.map { dialog.text($0).count }.max() ?? 0
        Terminal.print("  \(dialog.text(label).padded(to: width))  \(text.printable)")
    }

    private static let labels: [Message.Key] = [
        .displayName, .email, .phoneNumber, .waysIn, .passkey, .secondFactor,
    ]

    private func choices(_ model: AccountModel, _ user: User) -> [(name: String, choice: Choice)] {
        var choices: [(Message, Choice)] = []
        if user.isAnonymous { choices.append((Message(.signUp), .signUp)) }
        choices.append((Message(.displayName), .name))
        if model.signInMethods.contains("password") {
            choices += [(Message(.changeEmail), .email), (Message(.changePassword), .password)]
        }
        if model.canVerify { choices.append((Message(.sendVerification), .verify)) }
        if user.phoneNumber == nil { choices.append((.add("phone"), .phone)) }
        if user.isEmailVerified { choices.append((.add("totp"), .app)) }
        choices.append((.add("passkey"), .addPasskey))
        choices += user.enrolledFactors.map { (.remove($0.title.text(dialog.localizer)), .removeFactor($0)) }
        choices += model.addable.map { (.add($0.id), .link($0.id)) }
        if model.canUnlink { choices += model.signInMethods.map { (.remove($0), .unlink($0)) } }
        choices += user.enrolledPasskeys.map { (.remove(title($0)), .removePasskey($0)) }
        choices += [(Message(.signOut), .signOut), (Message(.deleteAccount), .delete)]
        return choices.map { (dialog.text($0.0).printable, $0.1) }
    }

    private func perform(_ choice: Choice, _ model: AccountModel) async throws {
        switch choice {
        case .signUp: try await signUp()
        case .name:
            model.displayName.text = try await dialog.ask(.displayName, model.displayName.rule)
            await report(model) { await model.saveName() }
        case .email:
            model.newEmail.text = try await dialog.ask(.email, model.newEmail.rule)
            await report(model) { await model.changeEmail() }
        case .password:
            await model.prepare()
            model.newPassword.text = try await dialog.askNewPassword(model.newPassword.rule)
            await report(model) { await model.changePassword() }
        case .verify: await report(model) { await model.sendVerification() }
        case .phone: try await follow(PhoneStory(dialog: dialog).run(ProofModel(.phone, dependencies, for: .link)))
        case .app: try await addApp()
        case .addPasskey: dialog.say(.passkeyElsewhere)
        case .removeFactor(let factor): await remove(factor)
        case .link(let id):
            await report(model) { await model.link(id) }
            try await follow(model.next)
        case .unlink(let id): await report(model) { await model.unlink(id) }
        case .removePasskey(let passkey): await remove(passkey)
        case .signOut:
            await report(model) { await model.signOut() }
            if dependencies.manager.currentUser == nil { dialog.say(.signedOut) }
        case .delete: try await delete()
        }
    }

    /// Does something with the account, and says what came of it.
    private func report(_ model: AccountModel, _ work: @escaping @MainActor () async -> Void) async {
        await confirming(work)
        dialog.complain(of: model)
        if let notice = model.notice { dialog.say(notice) }
    }

    private func signUp() async throws {
        dialog.say(.guestExplanation)
        let model = SignUpModel(dependencies)
        await model.prepare()
        model.email.text = try await dialog.ask(.email, model.email.rule)
        model.password.text = try await dialog.askNewPassword(model.password.rule)
        await model.submit()
        dialog.complain(of: model)
        try await follow(model.next)
    }

    private func follow(_ next: NextStep?) async throws {
        _ = try await LoginStory(dependencies: dependencies, dialog: dialog).follow(next)
    }

    private func addApp() async throws {
        let model = SecondFactorEnrollmentModel(dependencies, issuer: "Hearth")
        await confirming { await model.beginWithApp() }
        dialog.complain(of: model)
        guard let key = model.key, let explanation = model.explanation else { return }
        if let picture = model.picture { dialog.show(picture) }
        dialog.say(explanation)
        Terminal.print("\(dialog.text(.key)): \(key.reveal())")
        do {
            while model.isWaitingForCode {
                model.code.text = try await dialog.ask(.code, model.code.rule)
                await confirming { await model.submit() }
                dialog.complain(of: model)
            }
        } catch {
            await model.abandon()
            throw error
        }
        if model.isDone { dialog.say(.factorEnrolled) }
    }

    private func remove(_ factor: MultiFactorInfo) async {
        let model = SecondFactorEnrollmentModel(dependencies, issuer: "Hearth")
        await confirming { await model.remove(factor) }
        dialog.complain(of: model)
    }

    private func remove(_ passkey: PasskeyInfo) async {
        let model = PasskeysModel(dependencies)
        await confirming { await model.remove(passkey) }
        dialog.complain(of: model)
    }

    /// What the user knows a passkey by.
    private func title(_ passkey: PasskeyInfo) -> String {
        passkey.name.map { "\(dialog.text(.passkey)) \($0)" } ?? dialog.text(.passkey)
    }

    private func delete() async throws {
        let model = DeleteAccountModel(dependencies)
        dialog.say(model.explanation)
        guard try await dialog.choose([(dialog.text(.deleteAccount), ())]) != nil else { return }
        let following = Task { [dialog] in
            for await state in dependencies.manager.states {
                guard let deletion = state.deletion, deletion.phase == .deletingAccount else { continue }
                dialog.say(.deleteProgress(step: deletion.completed + 1, of: deletion.steps.count + 1))
            }
        }
        defer { following.cancel() }
        await confirming { await model.delete() }
        dialog.complain(of: model)
        if model.isDeleted { dialog.say(.deleted) }
    }

    /// Does something, and has the person confirm who they are whenever that is asked meanwhile.
    private func confirming(_ work: @escaping @MainActor () async -> Void) async {
        let model = ReauthenticationModel(dependencies)
        let asking = Task {
            for await _ in dependencies.manager.states {
                model.look()
                if !model.isChecking { await confirm(model) }
            }
        }
        await work()
        asking.cancel()
    }

    private func confirm(_ model: ReauthenticationModel) async {
        guard let challenge = model.challenge else { return }
        dialog.title(.reauthenticate)
        if let problem = model.problem {
            dialog.say(problem.message)
            dialog.say(problem.triesLeft)
        }
        do {
            if let step = challenge.secondFactor {
                try await answer(model, factors: step.factors)
            } else if model.offersPassword {
                model.password.text = try await dialog.askSecret(.password, model.password.rule)
                await model.submit()
            } else {
                // A user without a password signs in again.
                dialog.say(.signInAgain)
                await model.decline()
            }
        } catch {
            Terminal.print("")
            await model.decline()
        }
    }

    private func answer(_ model: ReauthenticationModel, factors: [MultiFactorInfo]) async throws {
        let chosen =
            factors.count == 1
            ? factors.first
            : try await dialog.choose(factors.map { ($0.title.text(dialog.localizer).printable, $0) })
        guard let chosen else { return await model.decline() }
        if chosen.isPhone { await model.send(to: chosen) }
        dialog.complain(of: model)
        model.code.text = try await dialog.ask(.code, model.code.rule)
        await model.submit(factor: chosen)
    }
}
