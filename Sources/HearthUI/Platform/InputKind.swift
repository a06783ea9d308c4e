#if canImport(SwiftUI)
internal import SwiftUI
#if canImport(UIKit)
internal import UIKit
#endif

/// What a field is for, as keyboards and password managers need to know it.
enum InputKind {
    case email
    case password
    case newPassword
    case phoneNumber
    case oneTimeCode
    case name
    case link
}

extension View {
    /// Tells the keyboard and the password manager what a field is for.
    func input(_ kind: InputKind) -> some View {
        #if os(iOS) || os(tvOS) || os(visionOS)
        textContentType(kind.contentType)
            .keyboardType(kind.keyboard)
            .textInputAutocapitalization(kind == .name ? .words : .never)
            .autocorrectionDisabled(kind != .name)
        #else
        autocorrectionDisabled(kind != .name)
        #endif
    }
}

#if os(iOS) || os(tvOS) || os(visionOS)
extension InputKind {
    fileprivate var contentType: UITextContentType {
        switch self {
        case .email: .username
        case .password: .password
        case .newPassword: .newPassword
        case .phoneNumber: .telephoneNumber
        case .oneTimeCode: .oneTimeCode
        case .name: .name
        case .link: .URL
        }
    }

    fileprivate var keyboard: UIKeyboardType {
        switch self {
        case .email: .emailAddress
        case .phoneNumber: .phonePad
        case .oneTimeCode: .numberPad
        case .link: .URL
        case .password, .newPassword, .name: .default
        }
    }
}
#endif
#endif
