internal import CCrash
internal import HearthCore
internal import HearthCrashWire
internal import HearthJSON

/// The executables and libraries of a process, kept so that a later process can tell where addresses were.
struct ProcessImages: Sendable {
    /// One of them.
    struct Image: Sendable {
        let name: String
        let path: String
        let buildID: String?
        let base: UInt64
        let end: UInt64
    }

    let images: [Image]
    /// What the runtime needs to find symbols: text in a form of its own.
    let runtimeText: String?

    /// The images of this process; none on systems whose loader is not known here.
    static func current() -> ProcessImages {
        #if os(Linux)
        // The runtime's own list reads whatever file is mapped, and crashes if another thread unmaps one meanwhile.
        var found = [ccrash_image](repeating: ccrash_image(), count: 512)
        let count = unsafe found.withUnsafeMutableBufferPointer { buffer in
            unsafe ccrash_images(buffer.baseAddress, UInt32(buffer.count))
        }
        let images = found.prefix(Int(count)).map { image in
            let path = text(of: image.path)
            let identifier = unsafe withUnsafeBytes(of: image.identifier) { bytes in
                unsafe Array(bytes.prefix(Int(image.identifier_length)))
            }
            return Image(
                name: path.split(separator: "/").last.map(String.init) ?? path,
                path: path,
                buildID: identifier.isEmpty ? nil : Hex.encode(identifier),
                base: image.base,
                end: image.end
            )
        }
        return ProcessImages(images: images, runtimeText: CompactImageMap.text(of: images))
        #elseif canImport(Darwin)
        var images: [Image] = []
        for index in 0..<ccrash_image_count() {
            guard let path = unsafe ccrash_image_path(index) else { continue }
            let text = unsafe String(cString: path)
            let name = text.split(separator: "/").last.map(String.init) ?? text
            let base = ccrash_image_base(index)
            images.append(
                Image(
                    name: name,
                    path: text,
                    buildID: buildID(of: index),
                    base: base,
                    end: base &+ ccrash_image_size(index)
                )
            )
        }
        return ProcessImages(images: images, runtimeText: nil)
        #else
        return ProcessImages(images: [], runtimeText: nil)
        #endif
    }

    #if os(Linux)
    /// The text of a C array that ends with a zero.
    private static func text<Characters>(of characters: Characters) -> String {
        unsafe withUnsafeBytes(of: characters) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
    #elseif canImport(Darwin)
    private static func buildID(of index: UInt32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let found = unsafe bytes.withUnsafeMutableBufferPointer { unsafe ccrash_image_uuid(index, $0.baseAddress) }
        return found != 0 ? Hex.encode(bytes) : nil
    }
    #endif

    /// The path of the program itself, which is the first image on every system.
    var executable: String? { images.first?.path }

    /// The image that an address is in.
    func image(of address: UInt64) -> Image? {
        images.first { $0.base <= address && address < $0.end }
    }

    /// The images as the session's file keeps them.
    var json: JSONValue {
        var object: JSONObject = [
            "images": .array(
                images.map { image in
                    var object: JSONObject = [
                        "name": .string(image.name), "path": .string(image.path), "base": .string("\(image.base)"),
                        "end": .string("\(image.end)"),
                    ]
                    object["build"] = image.buildID.map { .string($0) }
                    return .object(object)
                }
            )
        ]
        object["runtime"] = runtimeText.map { .string($0) }
        return .object(object)
    }

    init(images: [Image], runtimeText: String?) {
        self.images = images
        self.runtimeText = runtimeText
    }

    /// Reads what ``json`` wrote; what is damaged is left out.
    init(json: JSONValue) {
        images = (json["images"]?.array ?? []).compactMap { value in
            guard let name = value["name"]?.string, let path = value["path"]?.string,
                let base = value["base"]?.string.flatMap(UInt64.init),
                let end = value["end"]?.string.flatMap(UInt64.init)
            else { return nil }
            return Image(name: name, path: path, buildID: value["build"]?.string, base: base, end: end)
        }
        runtimeText = json["runtime"]?.string
    }

    /// The images of `/proc/self/maps` that are not known yet: libraries that were loaded late.
    func adding(maps: String) -> ProcessImages {
        var all = images
        for line in maps.split(separator: "\n") {
            // Nothing before the path has a slash.
            guard let slash = line.firstIndex(of: "/") else { continue }
            let parts = line[..<slash].split(separator: " ")
            guard parts.count == 5, let dash = parts[0].firstIndex(of: "-"),
                let start = UInt64(parts[0][..<dash], radix: 16),
                let end = UInt64(parts[0][parts[0].index(after: dash)...], radix: 16),
                let offset = UInt64(parts[2], radix: 16), offset <= start
            else { continue }
            let path = String(line[slash...])
            guard !all.contains(where: { $0.path == path }) else { continue }
            let name = path.split(separator: "/").last.map(String.init) ?? path
            all.append(Image(name: name, path: path, buildID: nil, base: start - offset, end: end))
        }
        return ProcessImages(images: all, runtimeText: runtimeText)
    }
}
