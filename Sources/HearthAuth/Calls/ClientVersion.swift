/// How the client names itself to the service.
enum ClientVersion {
    static let header = "Hearth/0.1.0"
}
