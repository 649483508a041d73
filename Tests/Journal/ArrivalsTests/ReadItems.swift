import Arrivals
import CaptureTime
import Testing

/// What a reader makes of a source.
struct ReadItems {
  private(set) var posts: [ArrivedPost] = []
  private(set) var faults: [ArrivalFault] = []
  /// Where the faults are.
  private(set) var places: [ArrivalPlace] = []
  private(set) var leftOut: [ArrivedItem.LeftOut] = []
  /// Why nothing more was read.
  private(set) var error: ArrivalError?

  /// - Throws: what is not ``ArrivalError``.
  init(
    _ reader: any ArrivalReader.Type, _ files: GivenFiles,
    _ options: ArrivalOptions = ArrivalOptions()
  ) throws {
    do {
      try reader.init(options).read(files) { item in
        switch item {
        case .post(let post): posts.append(post)
        case .leftOut(let kind, _, _): leftOut.append(kind)
        case .fault(let fault, let place):
          faults.append(fault)
          places.append(place)
        }
      }
    } catch let error as ArrivalError {
      self.error = error
    }
  }

  var times: [String] { posts.map(\.time.description) }
  var titles: [String] { posts.map(\.title) }
  var words: [String] { posts.map(\.words) }
}

/// The only reader that takes a source for its own.
func recognized(_ files: GivenFiles) throws -> [ArrivalFormat] {
  try ArrivalFormat.readers.filter { try $0.reader.recognizes(files) }.map(\.format)
}
