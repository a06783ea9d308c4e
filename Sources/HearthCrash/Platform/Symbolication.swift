internal import CCrash
internal import HearthCore
internal import HearthCrashWire
internal import HearthJSON
#if os(Linux)
internal import Runtime
#endif

/// Finds functions, files and lines for addresses.
enum Symbolication {
    /// The frames of the calling thread, the innermost first.
    ///
    /// By the unwinder of the C library: the one of Swift's runtime follows frame pointers without looking whether they
    /// lead anywhere, and a program that is compiled without them would crash here.
    @inline(never)
    static func capture() -> [RawFrame] {
        var addresses = [UInt64](repeating: 0, count: 64)
        let count = unsafe addresses.withUnsafeMutableBufferPointer { buffer in
            unsafe ccrash_capture(buffer.baseAddress, UInt32(buffer.count))
        }
        return addresses.prefix(Int(count)).map { RawFrame(kind: .returnAddress, address: $0) }
    }

    /// The frames with what is known of them; without symbols where the image's file is gone or another one.
    ///
    /// Reads the debug information of images: takes milliseconds, the first time tens of them.
    ///
    /// - Parameters:
    ///   - frames: The frames, the innermost first.
    ///   - images: The images of the process that they are of.
    ///   - isThisProcess: Whether it is this process; then no image can have changed.
    /// - Returns: The frames; one address has several where functions were compiled into their callers.
    static func frames(_ frames: [RawFrame], in images: ProcessImages, isThisProcess: Bool) -> [CrashReport.Frame] {
        #if os(Linux)
        let changed = isThisProcess ? [] : changedImages(images)
        if let found = symbolicated(frames, in: images, without: changed) { return found }
        #endif
        return frames.map { plain($0, in: images) }
    }

    /// A frame with its image and offset.
    private static func plain(_ frame: RawFrame, in images: ProcessImages) -> CrashReport.Frame {
        var result = CrashReport.Frame(kind: frame.kind.word, address: hex(frame.address))
        guard let image = images.image(of: frame.address) else { return result }
        result.image = image.name
        result.offset = hex(frame.address - image.base)
        result.inApp = image.path == images.executable
        return result
    }

    static func hex(_ number: UInt64) -> String { "0x" + String(number, radix: 16) }

    #if os(Linux)
    /// The names of images whose files are others now: their symbols would be lies.
    private static func changedImages(_ images: ProcessImages) -> Set<String> {
        let now = ProcessImages.current()
        var changed = Set<String>()
        for image in images.images {
            guard let current = now.images.first(where: { $0.path == image.path }) else { continue }
            if current.buildID != image.buildID { changed.insert(image.path) }
        }
        return changed
    }

    private static func symbolicated(
        _ frames: [RawFrame],
        in images: ProcessImages,
        without changed: Set<String>
    ) -> [CrashReport.Frame]? {
        guard let runtimeText = images.runtimeText else { return nil }
        let document: JSONValue = [
            "architecture": .string(architecture), "backtrace": .string(compact(frames)),
            "imageMap": .string(runtimeText),
        ]
        guard let backtrace = try? JSON.decode(Backtrace.self, from: document),
            let symbols = backtrace.symbolicated()
        else { return nil }
        let executable = images.executable
        var result: [CrashReport.Frame] = []
        // Where this process records an error, the reporter's own frames and what they call are no news.
        let own = symbols.frames.prefix(12).lastIndex { SymbolName.isReporter($0.symbol?.rawName ?? "") }
        let isRecorded = frames.first?.kind == .returnAddress
        for frame in symbols.frames.dropFirst(isRecorded ? own.map { $0 + 1 } ?? 0 : 0) {
            guard let raw = RawFrame(frame.captured) else { continue }
            var found = plain(raw, in: images)
            if frame.inlined { found.kind = "inline" }
            let image = images.image(of: raw.address)
            if let symbol = frame.symbol, let image, !changed.contains(image.path) {
                found.symbol = symbol.name
                found.file = symbol.sourceLocation?.path
                found.line = symbol.sourceLocation.flatMap { $0.line > 0 ? $0.line : nil }
                let isRuntime = frame.isSwiftThunk || frame.isSystem || frame.isSwiftRuntimeFailure
                found.inApp = image.path == executable && !isRuntime && !SymbolName.isLibrary(symbol.rawName)
            } else {
                found.inApp = image != nil && image?.path == executable
            }
            result.append(found)
        }
        return result
    }

    /// The compact form that the runtime reads: a byte for version and word size, then for each frame its kind with the
    /// number of bytes that follow, and the address, the highest byte first.
    private static func compact(_ frames: [RawFrame]) -> String {
        var bytes: [UInt8] = [0x02]
        for frame in frames {
            bytes.append(frame.kind.code | 0x08 | 7)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: frame.address >> UInt64(shift)))
            }
        }
        bytes.append(0x00)
        return String(Base64.encode(bytes, .standard).prefix { $0 != "=" })
    }
    #endif

    /// The processor's architecture, as the runtime names it.
    static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "unknown"
        #endif
    }

    /// The operating system.
    static var system: String {
        #if os(Linux)
        CompactImageMap.system
        #elseif os(macOS)
        "macOS"
        #else
        "iOS"
        #endif
    }
}

extension RawFrame.Kind {
    fileprivate var word: String {
        switch self {
        case .programCounter: "pc"
        case .returnAddress: "return"
        case .asyncResumePoint: "async"
        }
    }

    fileprivate var code: UInt8 {
        switch self {
        case .programCounter: 0x10
        case .returnAddress: 0x20
        case .asyncResumePoint: 0x30
        }
    }
}

#if os(Linux)
extension RawFrame {
    fileprivate init?(_ frame: Backtrace.Frame) {
        switch frame {
        case .programCounter(let address):
            guard let number = UInt64(address) else { return nil }
            self.init(kind: .programCounter, address: number)
        case .returnAddress(let address):
            guard let number = UInt64(address) else { return nil }
            self.init(kind: .returnAddress, address: number)
        case .asyncResumePoint(let address):
            guard let number = UInt64(address) else { return nil }
            self.init(kind: .asyncResumePoint, address: number)
        default: return nil
        }
    }
}
#endif
