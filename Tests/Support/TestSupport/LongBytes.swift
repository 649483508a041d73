/// Bytes as an argument of a test, told by how many there are. Of an array the test's name has each element,
/// which for millions of them takes minutes and gigabytes.
package struct LongBytes: Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  package var description: String { "\(bytes.count) bytes, \(bytes.prefix(8))…" }
}
