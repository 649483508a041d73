import Glibc
package import SystemPackage

/// The program's arguments, in which names that are not UTF-8 still name their files.
///
/// Swift's `CommandLine.arguments` repairs what is not UTF-8, and then no longer tells two such
/// names apart. Here every byte that is not part of a character becomes a character of a private
/// plane, and becomes the byte again in a path.
package enum RawArguments {
  /// The first of 256 characters that stand for bytes (Supplementary Private Use Area-B).
  private static let firstByte: UInt32 = 0x10_FF00

  /// The arguments after the program's name, for the argument parser.
  package static var escaped: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
      .dropFirst().compactMap { start in
        start.map { escape(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
      }
  }

  /// The path that an escaped argument, or a part of one, stands for, byte for byte.
  package static func path(_ argument: String) -> FilePath {
    let bytes = argument.unicodeScalars.flatMap { scalar in
      UInt8(exactly: Int64(scalar.value) - Int64(firstByte)).map { [$0] }
        ?? Array(UTF8.encode(scalar) ?? .init())
    }
    return FilePath(platformString: bytes.map(CChar.init(bitPattern:)) + [0])
  }

  /// An argument with bytes in it that are not text.
  package struct NotUTF8: Error {}

  /// The text that an argument is.
  ///
  /// - Throws: ``NotUTF8``.
  package static func text(_ argument: String) throws(NotUTF8) -> String {
    guard argument.unicodeScalars.allSatisfy({ $0.value < firstByte }) else { throw NotUTF8() }
    return argument
  }

  private static func escape(_ bytes: UnsafeRawBufferPointer) -> String {
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while !rest.isEmpty {
      var iterator = rest.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        text.append(Unicode.UTF8.decode(encoded))
        rest = rest.dropFirst(encoded.count)
      case .error, .emptyInput:
        if let byte = rest.popFirst(), let scalar = Unicode.Scalar(firstByte + UInt32(byte)) {
          text.append(scalar)
        }
      }
    }
    return String(text)
  }
}
