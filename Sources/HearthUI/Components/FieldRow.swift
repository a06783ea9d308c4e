#if canImport(SwiftUI)
internal import HearthFlows
internal import HearthModels
internal import SwiftUI

/// A field of a form, with what is wrong with it below.
struct FieldRow: View {
    private let title: Message.Key
    private let kind: InputKind
    @Binding private var field: Field
    private let submit: () -> Void
    @FocusState private var isFocused: Bool
    @Environment(\.localizer) private var localizer

    init(_ title: Message.Key, _ kind: InputKind, _ field: Binding<Field>, onSubmit submit: @escaping () -> Void = {}) {
        self.title = title
        self.kind = kind
        _field = field
        self.submit = submit
    }

    var body: some View {
        VStack(alignment: .leading) {
            input
                .input(kind)
                .focused($isFocused)
                .onSubmit(submit)
                .onChange(of: isFocused) { _, isFocused in
                    if !isFocused { field.leave() }
                }
                .accessibilityLabel(localizer(title))
                .accessibilityHint(field.problem.map { localizer($0) } ?? "")
            if let problem = field.problem {
                Text(localizer(problem))
                    .font(.footnote)
                    .foregroundStyle(.red)
                    .accessibilityHidden(true)
            }
        }
    }

    @ViewBuilder private var input: some View {
        switch kind {
        case .password, .newPassword: SecureField(localizer(title), text: $field.text)
        default: TextField(localizer(title), text: $field.text)
        }
    }
}
#endif
