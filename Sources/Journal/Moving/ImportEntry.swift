import Stamping

/// One element of an export's list of posts, which may be no post.
struct ImportEntry: Sendable {
  /// Counted from 1.
  let place: Int
  /// As it is written, be the rest wrong.
  let number: Int?
  /// What was read, or an ``ImportProblem``.
  let post: Result<ImportedPost, any Error>
}

extension ImportEntry {
  /// An element as it is read from the file: what is wrong with one does not keep others from being
  /// read.
  struct Written: Decodable {
    let number: Int?
    let post: Result<ImportedPost, any Error>

    private struct Outline: Decodable {
      let number: Int?
    }

    init(from decoder: any Decoder) {
      // Only a help to find the post; what is wrong with it is told below.
      number = (try? Outline(from: decoder))?.number
      post = Result {
        do {
          return try ImportedPost(ExportedPost(from: decoder))
        } catch let error as LabelError {
          throw ImportProblem.value(.look, because: error)
        } catch let error as ImportProblem {
          throw error
        } catch {
          throw ImportProblem(reading: error)
        }
      }
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
