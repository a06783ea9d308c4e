#if canImport(SwiftUI)
internal import HearthModels
internal import SwiftUI

/// Draws a picture for an authenticator app: dark on light in every appearance, or cameras would not read it.
struct QRCodeView: View {
    // Light modules on every side, without which the picture cannot be found.
    private static let margin = 4

    let code: QRCode
    let label: String

    var body: some View {
        Canvas(opaque: true) { context, size in
            let count = code.size + 2 * Self.margin
            let side = min(size.width, size.height) / Double(count)
            var background = Path()
            background.addRect(CGRect(x: 0, y: 0, width: size.width, height: size.height))
            context.fill(background, with: .color(.white))
            var modules = Path()
            for y in 0..<code.size {
                for x in 0..<code.size where code.isDark(x: x, y: y) {
                    let (column, row) = (Double(x + Self.margin), Double(y + Self.margin))
                    modules.addRect(CGRect(x: column * side, y: row * side, width: side, height: side))
                }
            }
            context.fill(modules, with: .color(.black))
        }
        .aspectRatio(1, contentMode: .fit)
        .frame(maxWidth: 280)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(label)
    }
}
#endif
