/// A text that is compared byte by byte.
///
/// Swift's `==` on `String` takes canonically equivalent texts for equal.
struct ByteText: Hashable {
    let text: String

    static func areSame(_ one: String, _ other: String) -> Bool {
        // The first two look at a word each for most texts, and leave nothing to do for texts that differ.
        one.utf8.count == other.utf8.count && one == other && one.utf8.elementsEqual(other.utf8)
    }

    static func == (left: ByteText, right: ByteText) -> Bool {
        areSame(left.text, right.text)
    }

    // Equal bytes are equal texts, so the hash of a text serves; equivalents share it.
    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
