import Files
import Foundation
import Stamping
import Store

/// One post of an export, or its error.
struct ImportEntry: Sendable {
  /// Counted from 1; in `posts.jsonl` the number of the line.
  let place: Int
  /// As it is written, even where the rest is wrong.
  let number: Int?
  /// What was read, or an ``ImportProblem``.
  let post: Result<ImportedPost, any Error>
  /// Whether it is a line of `posts.jsonl`, or else an element of the list in `journal.json`.
  var isLine = false
}

extension ImportEntry {
  /// The number alone.
  struct Number: Decodable {
    let number: Int?
  }

  /// An element read from the file; an error in one does not stop the others.
  struct Written: Decodable {
    let number: Int?
    let post: Result<ImportedPost, any Error>

    init(from decoder: any Decoder) {
      // Only helps to find the post; what is wrong with it is reported below.
      number = (try? Number(from: decoder))?.number
      post = Result {
        do {
          return try ImportedPost(ExportedPost(from: decoder))
        } catch let error as LabelError {
          throw ImportProblem.value(.look, because: error)
        } catch let error as ImportProblem {
          throw error
        } catch {
          throw ImportProblem(reading: error, of: decoder)
        }
      }
    }
  }

  /// A line of `posts.jsonl` with only known members.
  struct Line: Decodable {
    let written: Written

    init(from decoder: any Decoder) throws {
      try decoder.checkKnows(PostField.ofPost.map(\.rawValue))
      let fields = try decoder.container(keyedBy: PostField.self)
      try Self.checkLook(fields)
      // What is wrong with what is no list of objects is found below.
      var photos = try? fields.nestedUnkeyedContainer(forKey: .photos)
      while photos?.isAtEnd == false {
        guard let photo = try? photos?.nestedContainer(keyedBy: AnyKey.self) else { break }
        try ImportProblem.check(
          photo.allKeys, areAmong: PostField.ofPhoto.map(\.rawValue), of: "photos.")
        try Self.checkLook(photo)
        try Self.check(photo, .video, ExportedVideo.fields)
        try Self.check(photo, .raw, ExportedRaw.fields)
      }
      written = Written(from: decoder)
    }

    private static func checkLook<Key>(_ fields: KeyedDecodingContainer<Key>) throws {
      // What is wrong with one that is no object is found below.
      guard let key = Key(stringValue: PostField.look.rawValue),
        let keys = try? fields.nestedContainer(keyedBy: AnyKey.self, forKey: key).allKeys
      else { return }
      try ImportProblem.check(keys, areAmong: LabelLook.keys, of: "look.")
    }

    private static func check(
      _ photo: KeyedDecodingContainer<AnyKey>, _ field: PostField, _ known: [String]
    ) throws {
      let key = AnyKey(stringValue: field.rawValue)
      guard let fields = try? photo.nestedContainer(keyedBy: AnyKey.self, forKey: key) else {
        return
      }
      try ImportProblem.check(fields.allKeys, areAmong: known, of: "\(field.rawValue).")
    }
  }

  /// The list as it was written, where a uid that comes again is wrong.
  static func entries(_ list: [Written]) -> [ImportEntry] {
    var uids: Set<[UInt8]> = []
    return list.enumerated().map { index, element in
      let post = Result {
        let post = try element.post.get()
        guard uids.insert(post.uid).inserted else { throw ImportProblem.repeated(.uid) }
        return post
      }
      return ImportEntry(place: index + 1, number: element.number, post: post)
    }
  }
}

/// Members that this program does not know.
extension ImportProblem {
  static func check(
    _ keys: [AnyKey], areAmong known: [String], of place: String = ""
  ) throws(ImportProblem) {
    // The same one each time.
    let unknown = keys.map(\.stringValue).filter { !known.contains($0) }.min()
    if let unknown { throw .unknownField(place + unknown) }
  }
}

extension Decoder {
  /// Checks the members of an object.
  ///
  /// - Throws: ``ImportProblem/unknownField(_:)``, `DecodingError` where it is no object.
  func checkKnows(_ known: [String]) throws {
    try ImportProblem.check(container(keyedBy: AnyKey.self).allKeys, areAmong: known)
  }
}

extension Decodable {
  /// Reads a line of JSON.
  static func decoding(_ line: [UInt8]) throws(ImportProblem) -> Self {
    do {
      return try JSONDecoder().decode(Self.self, from: Data(line))
    } catch let problem as ImportProblem {
      throw problem
    } catch {
      let problem = ImportProblem(reading: error)
      guard case .unreadable = problem else { throw problem }
      if let number = try? JSONDecoder().decode(UnfitNumber.self, from: Data(line)) {
        throw .noWholeNumber(field: number.field)
      }
      let json = try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)
      throw json == nil ? .notJSON : problem
    }
  }
}
