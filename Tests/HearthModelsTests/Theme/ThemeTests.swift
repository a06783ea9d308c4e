import HearthFlows
import Observation
import Testing

@testable import HearthModels

@MainActor
@Suite("Theme")
struct ThemeTests {
    @Suite("at first")
    @MainActor
    struct Initially {
        @Test func `follows the system`() {
            #expect(Theme(store: InMemoryThemeStore()).mode == .system)
            #expect(Theme(store: InMemoryThemeStore()).isDark == nil)
        }

        @Test func `is what was kept`() {
            #expect(Theme(store: InMemoryThemeStore(storedMode: "Dark")).mode == .dark)
        }

        @Test(arguments: ["", "dark", "DARK", "Sepia", "\u{0}", "Dark\n"])
        func `follows the system where something unknown was kept`(_ stored: String) {
            #expect(Theme(store: InMemoryThemeStore(storedMode: stored)).mode == .system)
        }
    }

    @Suite("as colours")
    @MainActor
    struct Mapping {
        @Test func `system has none of its own`() { #expect(ThemeMode.system.isDark == nil) }
        @Test func `light is light`() { #expect(ThemeMode.light.isDark == false) }
        @Test func `dark is dark`() { #expect(ThemeMode.dark.isDark == true) }

        @Test(arguments: [(ThemeMode.system, "gear"), (.light, "sun.max"), (.dark, "moon")])
        func `has a picture`(_ mode: ThemeMode, _ name: String) {
            #expect(mode.symbolName == name)
        }

        @Test(arguments: [(ThemeMode.system, "System"), (.light, "Hell"), (.dark, "Dunkel")])
        func `has a name in each language`(_ mode: ThemeMode, _ name: String) {
            #expect(Localizer(.german)(mode.title) == name)
        }
    }

    @Suite("when it is chosen")
    @MainActor
    struct Choosing {
        @Test(arguments: ThemeMode.allCases) func `becomes that`(_ mode: ThemeMode) {
            let theme = Theme(store: InMemoryThemeStore())
            theme.mode = mode
            #expect(theme.mode == mode)
        }

        @Test(arguments: ThemeMode.allCases) func `is kept under the name that apps know`(_ mode: ThemeMode) {
            let store = InMemoryThemeStore()
            Theme(store: store).mode = mode
            #expect(store.storedMode == mode.rawValue)
        }

        @Test func `goes from any to any other`() {
            let theme = Theme(store: InMemoryThemeStore())
            for mode in [ThemeMode.dark, .light, .system, .dark, .system, .light, .dark] {
                theme.mode = mode
                #expect(theme.mode == mode)
            }
        }
    }

    @Suite("when it is toggled")
    @MainActor
    struct Toggling {
        @Test func `goes from light to dark`() {
            let theme = Theme(store: InMemoryThemeStore(storedMode: "Light"))
            theme.toggle()
            #expect(theme.mode == .dark)
        }

        @Test func `goes from dark to light`() {
            let theme = Theme(store: InMemoryThemeStore(storedMode: "Dark"))
            theme.toggle()
            #expect(theme.mode == .light)
        }

        @Test(arguments: [(false, ThemeMode.dark), (true, .light)])
        func `becomes the opposite of what the system shows`(_ systemIsDark: Bool, _ mode: ThemeMode) {
            let theme = Theme(store: InMemoryThemeStore())
            theme.toggle(systemIsDark: systemIsDark)
            #expect(theme.mode == mode)
        }
    }

    @Suite("across instances")
    @MainActor
    struct Across {
        @Test func `is the same over one store`() {
            let store = InMemoryThemeStore()
            let first = Theme(store: store)
            let second = Theme(store: store)
            first.mode = .dark
            #expect(second.mode == .dark)
            second.toggle()
            #expect(first.mode == .light)
        }

        @Test func `tells the views of the other instance`() {
            let store = InMemoryThemeStore()
            let shown = Theme(store: store)
            let told = Flag()
            withObservationTracking {
                _ = shown.mode
            } onChange: {
                told.raise()
            }
            Theme(store: store).mode = .light
            #expect(told.isRaised)
        }

        @Test(arguments: ThemeMode.allCases) func `outlives the process in a file`(_ mode: ThemeMode) {
            let path = temporaryPath()
            let store = FileThemeStore(path: path)
            Theme(store: store).mode = mode
            #expect(store.isKept)
            #expect(Theme(store: FileThemeStore(path: path)).mode == mode)
        }

        @Test func `follows the system where the file is damaged`() throws {
            let path = temporaryPath()
            try write("Blue", to: path)
            #expect(Theme(store: FileThemeStore(path: path)).mode == .system)
        }

        @Test func `lasts as long as the process where the file cannot be written, and says so`() {
            let store = FileThemeStore(path: "/proc/hearth/theme")
            let theme = Theme(store: store)
            theme.mode = .dark
            #expect(theme.mode == .dark)
            #expect(!store.isKept)
        }

        @Test func `is forgotten with its file`() {
            let path = temporaryPath()
            let store = FileThemeStore(path: path)
            Theme(store: store).mode = .dark
            store.storedMode = nil
            #expect(Theme(store: FileThemeStore(path: path)).mode == .system)
        }
    }
}
