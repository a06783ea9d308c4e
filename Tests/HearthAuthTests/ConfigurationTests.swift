import HearthAuth
import HearthTestSupport
import Testing

@Suite("AuthConfiguration")
struct ConfigurationTests {
    let directory: TemporaryFolder

    init() throws {
        directory = TemporaryFolder()
    }

    private func file(_ entries: String) -> String {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>\(entries)</dict></plist>
            """
        FileFacts.write(Array(text.utf8), to: directory.path + "/info.plist")
        return directory.path + "/info.plist"
    }

    @Test func `comes from a GoogleService-Info.plist`() throws {
        let path = file(
            """
            <key>API_KEY</key><string>AIza-key</string><key>PROJECT_ID</key><string>shop</string>
            <key>GOOGLE_APP_ID</key><string>1:2:ios:3</string><key>IS_ADS_ENABLED</key><false/>
            """
        )
        let expected = AuthConfiguration.firebase(apiKey: "AIza-key", project: "shop", appID: "1:2:ios:3")
        #expect(try AuthConfiguration.googleServiceInfo(at: path) == expected)
    }

    @Test(arguments: ["", "<key>API_KEY</key><string></string>", "<key>API_KEY</key><integer>1</integer>"])
    func `needs a key`(_ entries: String) {
        let path = file(entries)
        let error = #expect(throws: AuthError.self) { try AuthConfiguration.googleServiceInfo(at: path) }
        #expect(error?.code == .invalidAPIKey)
    }

    @Test func `needs a file`() {
        let path = directory.path + "/nowhere.plist"
        #expect(throws: AuthError.self) { try AuthConfiguration.googleServiceInfo(at: path) }
    }
}
