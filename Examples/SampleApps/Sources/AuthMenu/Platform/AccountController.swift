import Foundation
import HearthFirebaseCompat

/// A row of the sample's table.
package struct MenuRow: Equatable {
    package var title: String
    package var detail: String

    package init(title: String, detail: String) {
        self.title = title
        self.detail = detail
    }
}

/// What a table can show.
protocol MenuRows {
    var rows: [MenuRow] { get }
}

extension User: MenuRows {
    package var rows: [MenuRow] {
        [
            MenuRow(title: displayName ?? "–", detail: "Name"),
            MenuRow(title: photoURL?.absoluteString ?? "–", detail: "Photo"),
            MenuRow(title: email ?? "–", detail: isEmailVerified ? "verified" : "not verified"),
            MenuRow(title: phoneNumber ?? "–", detail: "Telephone"),
            MenuRow(title: providerData.map(\.providerID).joined(separator: ", "), detail: providerID),
            MenuRow(title: metadata.creationDate == nil ? "–" : "created", detail: tenantID ?? ""),
        ]
    }
}

/// The actions of the screen that shows the user.
package final class AccountController: MenuController {
    private var _user: User?
    package var user: User? {
        get { _user ?? auth.currentUser }
        set { _user = newValue }
    }

    package func unlink(_ providerID: String, _ done: @escaping () -> Void) {
        user?.unlink(fromProvider: providerID) { user, error in
            self.report("left \(user?.providerData.map(\.providerID) ?? [])", error)
            done()
        }
    }

    package func link(email: String, password: String, _ done: @escaping () -> Void) {
        user?.link(with: EmailAuthProvider.credential(withEmail: email, password: password)) { result, error in
            self.report("linked \(result?.user.email ?? "")", error)
            done()
        }
    }

    package func verifyEmail(_ done: @escaping () -> Void) {
        auth.useAppLanguage()
        user?.sendEmailVerification { error in
            self.report("verification", error)
            done()
        }
    }

    package func apply(_ code: String, _ done: @escaping () -> Void) {
        auth.checkActionCode(code) { info, error in
            self.report("code \(info?.operation == .verifyEmail)", error)
            self.auth.applyActionCode(code) { error in
                self.report("applied", error)
                self.user?.reload { error in
                    self.report("verified \(self.user?.isEmailVerified ?? false)", error)
                    done()
                }
            }
        }
    }

    package func changeName(to name: String, _ done: @escaping () -> Void) {
        let request = user?.createProfileChangeRequest()
        request?.displayName = name
        request?.commitChanges { error in
            self.report("name \(self.user?.displayName ?? "")", error)
            done()
        }
    }

    package func changeEmail(to email: String, _ done: @escaping () -> Void) {
        user?.updateEmail(
            to: email,
            completion: { error in
                self.report("address \(self.user?.email ?? "")", error)
                done()
            }
        )
    }

    package func refreshToken(_ done: @escaping () -> Void) {
        user?.getIDTokenForcingRefresh(true) { token, error in
            self.report("token \(token?.isEmpty == false)", error)
            self.user?.getIDTokenResult(forcingRefresh: false) { result, error in
                self.report("of \(result?.signInProvider ?? "") \(result?.claims["email"] ?? "")", error)
                done()
            }
        }
    }

    package func signOut() {
        try? auth.signOut()
    }

    package func delete(_ done: @escaping () -> Void) {
        user?.delete { error in
            self.report("deleted", error)
            done()
        }
    }
}
