import Glibc
import SystemPackage

/// The program's arguments as the bytes that the kernel handed over.
///
/// Swift's `CommandLine.arguments` repairs what is not UTF-8, and then no longer names the file.
enum RawArguments {
  /// The path that an argument stands for, byte for byte.
  ///
  /// - Parameter argument: one of `CommandLine.arguments`.
  /// - Returns: the path as it was typed, repaired nowhere.
  static func path(_ argument: String) -> FilePath {
    repaired[argument] ?? FilePath(argument)
  }

  /// The arguments that are not UTF-8, by what Swift made of them.
  private static let repaired: [String: FilePath] = {
    var paths: [String: FilePath] = [:]
    for case let start? in UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    {
      let bytes = UnsafeRawBufferPointer(start: start, count: strlen(start))
      guard String(validating: bytes, as: UTF8.self) == nil else { continue }
      paths[String(decoding: bytes, as: UTF8.self)] = FilePath(platformString: start)
    }
    return paths
  }()
}
