package import Files

/// The bytes of a photo with what its file system knows of it.
package struct PhotoSource: Sendable {
  package let bytes: [UInt8]
  /// Nil for what came through a pipe, or was sent from elsewhere.
  package let attributes: FileAttributes?

  package init(bytes: [UInt8], attributes: FileAttributes?) {
    self.bytes = bytes
    self.attributes = attributes
  }
}
