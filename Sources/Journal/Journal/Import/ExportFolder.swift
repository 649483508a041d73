package import Files
import Foundation
import Stamping
package import Store
package import SystemPackage

/// A folder from ``JournalExport``, or one that claims to be: the content of its `journal.json`,
/// its posts and their files.
package struct ExportFolder: Sendable {
  package let path: FilePath
  private let folder: ContainingFolder
  /// The owner of the exported journal.
  package let owner: OwnerName
  package let settings: JournalSettings
  let lastNumber: Int
  let posts: ImportedPosts
  /// What it says of texts; nil of an export from before there were any.
  let texts: TextLines?
  /// What it says of people; nil as that.
  let people: PeopleLines?
  /// What it says of reminders; nil as that.
  let reminders: ReminderLines?
  /// What it says of templates; nil as that.
  let templates: TemplateLines?

  /// The most bytes of `journal.json`: in version 1 those of some 400,000 posts. Decoding takes a dozen
  /// times as many.
  static let documentLimit = 256 << 20
  /// The file of the posts, a line each.
  package static let lines = PostExport.list
  /// The most posts that may be wrong.
  static let wrongPostLimit = 10_000

  /// The posts, right ones and wrong ones.
  package var count: Int { posts.count }

  /// Whether a folder has an export, whole or interrupted. False also of a path that cannot be opened: another
  /// reader says why.
  package static func isOne(_ path: FilePath) -> Bool {
    guard let folder = try? ContainingFolder(path) else { return false }
    return folder.has(ExportDocument.file) || folder.has(UnfinishedExport.file)
  }

  /// Reads `journal.json`, and checks that `posts.jsonl` is the one that it is about; photos are not
  /// looked at.
  ///
  /// - Throws: ``ImportError``, ``JournalError/file(_:)``.
  package init(opening path: FilePath) throws {
    self.path = path
    let bytes: [UInt8]
    do throws(FileError) {
      folder = try ContainingFolder(path)
    } catch .system(_, _, .noSuchFileOrDirectory) {
      throw ImportError.noExport(path)
    } catch {
      throw JournalError.file(error)
    }
    do throws(ImportProblem) {
      if let size = try? folder.status(ExportDocument.file).size, size > Self.documentLimit {
        throw .unreadableFile(
          .tooLarge(path.pushing(ExportDocument.file), limit: Self.documentLimit))
      }
      bytes = try Self.source(ExportDocument.file, in: folder).bytes
    } catch {
      switch error {
      case .unreadableFile(let error): throw JournalError.file(error)
      case .fileMissing where folder.has(UnfinishedExport.file): throw ImportError.unfinished(path)
      default: throw ImportError.noExport(path)
      }
    }
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(bytes))
    } catch let error as ImportError {
      throw error
    } catch ImportProblem.unknownField(let name) {
      throw ImportError.unknownField(name)
    } catch {
      let number = try? JSONDecoder().decode(UnfitNumber.self, from: Data(bytes))
      throw ImportError.unreadable(
        path.pushing(ExportDocument.file),
        number.map { ImportProblem.noWholeNumber(field: $0.field) } ?? error)
    }
    owner = document.owner
    settings = document.settings
    lastNumber = document.lastNumber
    switch document.posts {
    case .listed(let entries):
      posts = ImportedPosts(ImportEntry.entries(entries))
      (texts, people, reminders, templates) = (nil, nil, nil, nil)
    case .lines(let proof):
      let versions = try VersionLines(in: folder, provenBy: proof)
      posts = try ImportedPosts(PostLines(in: folder), versions, provenBy: proof)
      texts = try TextLines(in: folder, provenBy: proof)
      people = try PeopleLines(in: folder, provenBy: proof)
      reminders = try ReminderLines(in: folder, provenBy: proof)
      templates = try TemplateLines(in: folder, provenBy: proof)
    }
  }

  /// The content of a file of the export, which is not left: no symbolic link is followed.
  func source(_ file: ContainedPath) throws(ImportProblem) -> PhotoSource {
    try Self.source(file, in: folder)
  }

  /// As ``source(_:)``, of a file that is read a piece at a time.
  func reader(_ file: ContainedPath) throws(ImportProblem) -> PhotoReader {
    try rethrowing(
      PhotoReader(file, beneath: folder), as: { ImportProblem(opening: file.path, $0) })
  }

  private static func source(
    _ file: ContainedPath, in folder: ContainingFolder
  ) throws(ImportProblem) -> PhotoSource {
    do throws(FileError) {
      return try PhotoReader(file, beneath: folder).whole()
    } catch {
      throw ImportProblem(opening: file.path, error)
    }
  }
}

extension ImportProblem {
  /// Why a file of an export cannot be read.
  ///
  /// - Parameters:
  ///   - file: its path from the export's folder.
  ///   - error: what came of it.
  init(opening file: FilePath, _ error: FileError) {
    self =
      switch error {
      case .system(.open, _, .noSuchFileOrDirectory): .fileMissing(file)
      case .system(.open, _, .notDirectory), .notAFile, .symbolicLink: .notAFile(file)
      default: .unreadableFile(error)
      }
  }
}

extension ExportFolder {
  /// The content of `journal.json`.
  private struct Document: Decodable {
    let owner: OwnerName
    var lastNumber: Int
    let settings: JournalSettings
    let posts: Posts

    enum Posts {
      case listed([ImportEntry.Written])
      case lines(PostLines.Proof)
    }

    private static let lastNumbers = 0...Int.max

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: ExportField.self)
      let format = try fields.decode(String.self, forKey: .format)
      guard format == ExportDocument.format else {
        throw ImportError.format(observed: format, expected: ExportDocument.format)
      }
      let version = try fields.decode(Int.self, forKey: .version)
      guard 1...ExportDocument.version ~= version else {
        throw ImportError.version(observed: version, known: ExportDocument.version)
      }
      if version > 1 { try decoder.checkKnows(ExportField.known.map(\.rawValue)) }
      owner = try Self.owner(fields.decode(String.self, forKey: .owner))
      lastNumber = try fields.decode(Int.self, forKey: .lastNumber)
      guard Self.lastNumbers.contains(lastNumber) else {
        throw ImportError.lastNumber(observed: lastNumber, expected: Self.lastNumbers)
      }
      // One that no post has says nothing of those that are left.
      if lastNumber > Post.numbers.upperBound { lastNumber = 0 }
      settings = try Self.settings(fields.decode([String: String].self, forKey: .settings))
      posts =
        version == 1
        ? .listed(try Self.posts(fields.nestedUnkeyedContainer(forKey: .posts)))
        : .lines(try PostLines.Proof(fields))
    }

    /// What is kept of a wrong post takes a hundred times its text, so those of a hostile list are not all
    /// kept.
    private static func posts(_ list: any UnkeyedDecodingContainer) throws -> [ImportEntry.Written]
    {
      var (list, posts, wrong) = (list, [ImportEntry.Written](), 0)
      while !list.isAtEnd {
        posts.append(try list.decode(ImportEntry.Written.self))
        if case .failure? = posts.last?.post { wrong += 1 }
        guard wrong <= ExportFolder.wrongPostLimit else {
          throw ImportError.tooManyWrong(limit: ExportFolder.wrongPostLimit)
        }
      }
      return posts
    }

    private static func owner(_ name: String) throws(ImportError) -> OwnerName {
      do throws(NameError) {
        return try OwnerName(name)
      } catch {
        throw .owner(name, error)
      }
    }

    private static func settings(_ texts: [String: String]) throws(ImportError) -> JournalSettings {
      var settings: [SettingKey: String] = [:]
      for (name, text) in texts {
        guard let key = SettingKey(rawValue: name) else { throw .unknownSetting(name) }
        settings[key] = text
      }
      do throws(SettingError) {
        return try JournalSettings(settings)
      } catch {
        throw .setting(error)
      }
    }
  }
}

/// Why an export cannot be imported at all; the caller has the wording. A problem of one post is an
/// ``ImportProblem``.
package enum ImportError: Error, Sendable {
  /// There is no `journal.json` in the folder.
  case noExport(FilePath)
  /// The export was ended before its end, and `journal.json` comes last.
  case unfinished(FilePath)
  /// `journal.json` is not JSON, or a value of the journal itself is missing or of another type.
  case unreadable(FilePath, any Error)
  /// `journal.json` says that it is something else.
  case format(observed: String, expected: String)
  /// Another version of Daystamp wrote the export.
  case version(observed: Int, known: Int)
  case owner(String, NameError)
  case lastNumber(observed: Int, expected: ClosedRange<Int>)
  case unknownSetting(String)
  /// `journal.json` has a member, or a file of lines, of which nothing is known here.
  case unknownField(String)
  /// A line of a file, counted from 1, is none of an export.
  case line(FilePath, Int, ImportProblem)
  /// The file of lines is not there, or is no file.
  case list(ImportProblem)
  /// The file of lines has another SHA-256 than `journal.json` says.
  case changed(FilePath)
  /// `journal.json` says another number of lines than there are.
  case count(String, observed: Int, expected: Int)
  /// So many of its posts are wrong that it is none of Daystamp's.
  case tooManyWrong(limit: Int)
  case setting(SettingError)
}
