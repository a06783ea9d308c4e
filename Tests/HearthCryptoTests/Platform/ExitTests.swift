import HearthCore
import HearthCrypto
import Testing

#if canImport(Glibc)
import Glibc
#endif

#if os(Linux)
@Suite("The end of a process", .serialized)
struct ExitTests {
    @Test(arguments: 1...3) func `is not disturbed by threads that make keys and end`(_ run: Int) async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<150 {
                for _ in 0..<8 {
                    _ = SystemThread {
                        _ = try? P256PrivateKey.generate()
                        _ = Digest.sha256.hash([1, 2, 3])
                    }
                }
            }
            exit(EXIT_SUCCESS)
        }
    }
}
#endif
