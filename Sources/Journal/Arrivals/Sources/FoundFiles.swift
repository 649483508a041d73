/// The files of a source while it is listed, within the limits of ``ArrivalSource``.
struct FoundFiles {
  private var found = FileList()
  private var pathBytes = 0
  private(set) var passedOver = PassedFiles()

  /// - Throws: ``ArrivalError/tooMany(limit:)``.
  mutating func add(_ name: String, size: Int?, modified: Int?, place: Int) throws {
    do throws(PassedFiles.Reason) {
      guard let path = try ArrivalSource.path(name) else { return }
      pathBytes += path.utf8.count
      found.append(path, size: size, modified: modified, place: place)
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
  mutating func sorted() -> FileList {
    var files = FileList()
    swap(&files, &found)
    files.sort { passedOver.add(.sameName, $0) }
    return files
  }
}
