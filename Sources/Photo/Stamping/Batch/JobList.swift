import Files
import Foundation
package import SystemPackage

/// A list of jobs, an object of JSON a line: `{"id": "7", "input": "in/a.jpg", "output": "out/a.jpg"}`.
/// A name that is not UTF-8 comes as `inputBase64` or `outputBase64`, as records have it.
package enum JobList {
  /// A photo to be stamped, as a program asks for it.
  package struct Job: Sendable, Hashable {
    /// What the program calls it; its record has it too.
    package enum Identifier: Sendable, Hashable, Codable {
      case text(String)
      case number(Int)

      package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let number = try? value.decode(Int.self)
        self = try number.map(Self.number) ?? .text(value.decode(String.self))
      }

      package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        }
      }
    }

    /// Nil where the program gives none.
    package let identifier: Identifier?
    package let input: FilePath
    /// The file to write, not a folder.
    package let output: FilePath
  }

  /// Why a line is none of a list; both numbers count from 1.
  package struct Mistake: Error, Hashable, Sendable {
    package let line: Int
    package let reason: Reason
  }

  package enum Reason: Error, Hashable, Sendable {
    /// It is no object of JSON.
    case notAnObject
    /// It has a key that no job has.
    case unknownKey(String)
    /// It has no such key, or not with a value of its kind.
    case missing(Key)
    /// It is given twice, as text and in base64.
    case twice(Key)
    /// The path has no bytes, or one that is 0.
    case notAPath(Key)
    /// Another line has the same output.
    case sameOutput(FilePath, line: Int)
    /// The output is an input, of this line or another.
    case overwritesInput(FilePath, line: Int)
  }

  package enum Key: String, CaseIterable, Sendable {
    case id, input, output
    case inputBase64, outputBase64

    /// The same path in base64.
    fileprivate var inBase64: Key? {
      switch self {
      case .input: .inputBase64
      case .output: .outputBase64
      case .id, .inputBase64, .outputBase64: nil
      }
    }
  }

  /// The most bytes of a list, which is held in memory: some five million jobs.
  package static let largest = 1 << 30

  /// Reads a list whole and checks it, before anything is done.
  ///
  /// - Parameter path: the list; `-` is standard input.
  /// - Returns: the jobs in their order; empty lines are none.
  /// - Throws: `FileError` where it cannot be read, ``Mistake`` for its first line that is no job, or
  ///   whose output is another's output or an input.
  package static func read(_ path: FilePath) throws -> [Job] {
    let bytes = try rethrowing(
      FileDescriptor.contents(ofList: path, upTo: largest + 1), as: FileError.system(.read, path))
    guard bytes.count <= largest else { throw FileError.tooLarge(path, limit: largest) }
    var (jobs, lines): ([Job], [Int]) = ([], [])
    let decoder = JSONDecoder()
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
      do throws(Reason) {
        jobs.append(try job(line, decoder))
        lines.append(number)
      } catch {
        throw Mistake(line: number, reason: error)
      }
    }
    try check(jobs, lines)
    return jobs
  }

  private static func job(
    _ line: ArraySlice<UInt8>, _ decoder: JSONDecoder
  ) throws(Reason) -> Job {
    guard let object = try? decoder.decode([String: Value].self, from: Data(line)) else {
      throw .notAnObject
    }
    if let key = object.keys.filter({ Key(rawValue: $0) == nil }).min() { throw .unknownKey(key) }
    let identifier = object[Key.id.rawValue]?.identifier
    if object[Key.id.rawValue] != nil, identifier == nil { throw .missing(.id) }
    return Job(
      identifier: identifier, input: try path(.input, of: object),
      output: try path(.output, of: object))
  }

  private static func path(_ key: Key, of object: [String: Value]) throws(Reason) -> FilePath {
    var bytes: [UInt8]?
    if case .identifier(.text(let text))? = object[key.rawValue] { bytes = Array(text.utf8) }
    if let encoded = key.inBase64.flatMap({ object[$0.rawValue] }) {
      if bytes != nil { throw .twice(key) }
      guard case .identifier(.text(let text)) = encoded, let data = Data(base64Encoded: text) else {
        throw .missing(key.inBase64 ?? key)
      }
      bytes = Array(data)
    }
    guard let bytes else { throw .missing(key) }
    guard !bytes.isEmpty, !bytes.contains(0) else { throw .notAPath(key) }
    let path = FilePath(platformString: bytes.map(CChar.init(bitPattern:)) + [0])
    // In a list it is a file's name, not standard input.
    return path == "-" ? "./-" : path
  }

  /// A value of a job's object; of those that no job has nothing is kept.
  private enum Value: Decodable {
    case identifier(Job.Identifier)
    case other

    var identifier: Job.Identifier? {
      if case .identifier(let identifier) = self { identifier } else { nil }
    }

    init(from decoder: any Decoder) throws {
      self = (try? Job.Identifier(from: decoder)).map(Self.identifier) ?? .other
    }
  }

  /// Checks that no job writes what another reads or writes, under whatever paths.
  private static func check(_ jobs: [Job], _ lines: [Int]) throws(Mistake) {
    let folders = ResolvedFolders()
    var inputs: [FilePath: Int] = [:]
    for (job, line) in zip(jobs, lines) {
      inputs[folders.absolute(job.input.followingLink)] = line
    }
    var outputs: [FilePath: Int] = [:]
    for (job, line) in zip(jobs, lines) {
      let path = folders.absolute(job.output)
      if let other = outputs.updateValue(line, forKey: path) {
        throw Mistake(line: line, reason: .sameOutput(job.output, line: other))
      }
      if let other = inputs[path] {
        throw Mistake(line: line, reason: .overwritesInput(job.output, line: other))
      }
    }
  }
}
