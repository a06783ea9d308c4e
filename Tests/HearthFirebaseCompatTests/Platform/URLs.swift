import Foundation
import HearthFirebaseCompat

extension ActionCodeSettings {
    /// Sets where to go on.
    func setURL(_ text: String) {
        url = URL(string: text)
    }
}
