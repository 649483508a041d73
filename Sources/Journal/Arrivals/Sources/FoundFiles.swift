/// The files of a source while it is listed, within the limits of ``ArrivalSource``.
struct FoundFiles {
  /// A file, and where its source finds it.
  struct Found {
    let file: ArrivalFile
    let place: Int
  }

  private var found: [Found] = []
  private var pathBytes = 0
  private(set) var passedOver = PassedFiles()

  /// - Throws: ``ArrivalError/tooMany(limit:)``.
  mutating func add(_ name: String, size: Int?, modified: Int?, place: Int) throws {
    do throws(PassedFiles.Reason) {
      guard let path = try ArrivalSource.path(name) else { return }
      pathBytes += path.utf8.count
      found.append(
        Found(file: ArrivalFile(path: path, size: size, modified: modified), place: place))
    } catch {
      passedOver.add(error, name)
    }
    guard found.count <= ArrivalSource.fileLimit, pathBytes <= ArrivalSource.pathsLimit else {
      throw ArrivalError.tooMany(limit: ArrivalSource.fileLimit)
    }
  }

  mutating func pass(_ reason: PassedFiles.Reason, _ name: String) { passedOver.add(reason, name) }

  /// Puts them in the order of their paths. Of several with one path the last stays, as in an archive that files
  /// were added to.
  mutating func sorted() -> (files: [ArrivalFile], places: [Int]) {
    found.sort { ($0.file.path, $0.place) < ($1.file.path, $1.place) }
    var (files, places): ([ArrivalFile], [Int]) = ([], [])
    files.reserveCapacity(found.count)
    places.reserveCapacity(found.count)
    for (index, entry) in found.enumerated() {
      if index + 1 < found.count, found[index + 1].file.path == entry.file.path {
        passedOver.add(.sameName, entry.file.path)
        continue
      }
      files.append(entry.file)
      places.append(entry.place)
    }
    found = []
    return (files, places)
  }
}

extension [ArrivalFile] {
  /// Where the file with a path is among files in the order of their paths.
  func index(of path: String) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low].path == path ? low : nil
  }
}
