package import HearthCore
internal import HearthJSON

// A credential that a conflict stopped may have to wait until the next run of the app.
extension AuthCredential {
    /// The forms that may be kept; a password or a mailed link is asked for again instead.
    private enum Stored: Codable {
        case provider(ProviderPayload)
        case phone(proof: Secret<String>, phoneNumber: String)
    }

    /// The credential as text to be sealed; `nil` for a kind that is never kept.
    package var storedForm: Secret<String>? {
        let stored: Stored
        switch payload {
        case let payload as ProviderPayload: stored = .provider(payload)
        case PhonePayload.proof(let proof, let number) as PhonePayload:
            stored = .phone(proof: proof, phoneNumber: number)
        default: return nil
        }
        return (try? JSON.encode(stored)).map { Secret(String(decoding: $0, as: UTF8.self)) }
    }

    /// Reads what ``storedForm`` wrote.
    ///
    /// - Parameter storedForm: The text; `nil` comes of one that this version cannot read.
    package init?(storedForm: Secret<String>) {
        guard let stored = try? JSON.decode(Stored.self, from: Array(storedForm.reveal().utf8)) else { return nil }
        switch stored {
        case .provider(let payload): self.init(payload.providerID, payload)
        case .phone(let proof, let number):
            self.init(PhoneAuthProvider.id, PhonePayload.proof(proof, phoneNumber: number))
        }
    }
}
