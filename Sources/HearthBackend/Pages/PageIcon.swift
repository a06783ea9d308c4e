/// A drawing that tells what a page is about before it is read; texts say the same.
enum PageIcon: Sendable {
    case lock, mail, undo, shield, check, clock, used, unlinked, stop, alert, phone

    /// The drawing as an element.
    var element: HTML {
        "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>"
    }

    private var path: String {
        switch self {
        case .lock: "M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM8 11V8a4 4 0 0 1 8 0v3"
        case .mail: "M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3.5 7 12 13l8.5-6"
        case .undo: "M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3"
        case .shield: "M12 3 5 6v5c0 4.5 3 8 7 10 4-2 7-5.5 7-10V6zM9 12h6"
        case .check: "m5 12.5 4.5 4.5L19 7.5"
        case .clock: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2"
        case .used: "M20 11a8 8 0 1 0-2.3 6.6M20 5v6h-6M9 12l2 2 4-4"
        case .unlinked:
            """
            M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-.8.8M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l.8-.8\
            M4 4l16 16
            """
        case .stop: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM6 6l12 12"
        case .alert: "M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1"
        case .phone: "M9 3h6a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11 18h2"
        }
    }
}
