import ArgumentParser
import Glibc
package import SystemPackage
import Wording

/// The program's arguments, in which names that are not UTF-8 still name their files.
///
/// Swift's `CommandLine.arguments` repairs invalid UTF-8, and then cannot tell two such
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

  /// A message that may repeat arguments, or parts of them, as a person can be shown it: an argument
  /// that is in it is escaped as any value, so that it begins no line of its own either.
  static func shown(_ message: String, repeating arguments: [String]) -> String {
    let values = arguments.flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    var shown = message
    for value in Set(values).sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let escaped = Wording.escaped(value)
      if escaped != value { shown = shown.replacing(value, with: escaped) }
    }
    return shown.unicodeScalars.reduce(into: "") { text, scalar in
      if let byte = UInt8(exactly: Int64(scalar.value) - Int64(firstByte)) {
        text += "\\x\(String(byte, radix: 16))"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// What may be a PIN among the arguments of a command that asks for one, or of none that there is:
  /// nothing that is said may repeat it, whichever option's value it was given as.
  ///
  /// - Returns: as many digits as a PIN has, or more, that stand together in an argument, or an option's value, that has
  ///   hardly anything else in it; the names of files, journals and owners have.
  static func likePINs(_ arguments: [String], of root: any ParsableCommand.Type) -> [String] {
    // Most command lines have no digits, and a look at all commands takes a while.
    guard arguments.contains(where: { $0.contains(where: \.isWholeNumber) }) else { return [] }
    let command = arguments.first.flatMap { root.subcommand(named: $0) }
    guard let least = (command ?? root).leastPINDigits else { return [] }
    let candidates = arguments.compactMap { digits($0, atLeast: least) }
    // Where the command is not known, most of what has digits is a day or a file.
    let mostOthers = command == nil ? 1 : 3
    return candidates.flatMap { $0.others <= mostOthers ? $0.runs : [] }
  }

  /// The runs of digits in an argument, or an option's value, that are as long as a PIN, and how many
  /// other characters it has; nil where there is no such run.
  private static func digits(
    _ argument: String, atLeast least: Int
  ) -> (runs: [String], others: Int)? {
    let value =
      argument.hasPrefix("--")
      ? argument.split(separator: "=", maxSplits: 1).dropFirst().first ?? "" : argument[...]
    let runs = value.split { !$0.isWholeNumber }.filter { $0.count >= least }
    if runs.isEmpty { return nil }
    return (runs.map { String($0) }, value.count - runs.reduce(0) { $0 + $1.count })
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
