package import Files
import Synchronization
package import SystemPackage

/// Finds the time zone of a position, from a table that is read when it is first asked.
package final class ZoneFinder: Sendable {
  /// In the order in which they are tried.
  private let folders: [String]
  private let known = Mutex<Result<(ZoneTable, FilePath), PlacesError>?>(nil)

  /// Only these folders.
  package init(folders: [String]) { self.folders = folders }

  /// The documented folders.
  ///
  /// - Parameters:
  ///   - override: what the environment variable `DAYSTAMP_PLACES` says, tried first; nil or empty where
  ///     it is not set.
  ///   - executableFolder: the absolute path of the folder that the program runs from; nil where that is
  ///     unknown.
  package convenience init(override: String?, executableFolder: String?) {
    let own = override.map { $0.isEmpty ? [] : [$0] } ?? []
    let beside = executableFolder.map {
      ["\($0)/daystamp_Places.resources/Zones", "\($0)/../share/daystamp/places"]
    }
    self.init(
      folders: own + (beside ?? [])
        + ["/usr/local/share/daystamp/places", "/usr/share/daystamp/places"])
  }

  /// The zone at a position; at sea it is that of the longitude.
  ///
  /// The first time takes a millisecond, in which the table is read; then some microseconds.
  ///
  /// - Throws: ``PlacesError``, the same each time that the table cannot be read.
  package func zone(at position: GeoPosition) throws(PlacesError) -> ZoneName {
    let (table, path) = try table()
    do throws(ZoneTableError) {
      return try table.zone(at: position)
    } catch {
      throw .table(path, error)
    }
  }
}

extension ZoneFinder {
  private func table() throws(PlacesError) -> (ZoneTable, FilePath) {
    let result = known.withLock { known in
      if let known { return known }
      let result = Result { () throws(PlacesError) in try read() }
      known = result
      return result
    }
    return try result.get()
  }

  private func read() throws(PlacesError) -> (ZoneTable, FilePath) {
    let paths = folders.map { FilePath($0).appending(ZoneTable.fileName) }
    for path in paths {
      let bytes: [UInt8]
      do throws(Errno) {
        let file = try FileDescriptor.openToRead(path)
        defer { try? file.close() }
        bytes = try file.bytes(upTo: ZoneTable.byteLimit)
      } catch .noSuchFileOrDirectory {
        continue
      } catch {
        throw .file(.system(.read, path, error))
      }
      do throws(ZoneTableError) {
        return (try ZoneTable(bytes), path)
      } catch {
        throw .table(path, error)
      }
    }
    throw .missing(paths)
  }
}

/// Why no zone is found for a position.
package enum PlacesError: Error, Sendable, Hashable {
  /// The table is at none of these paths.
  case missing([FilePath])
  case file(FileError)
  case table(FilePath, ZoneTableError)
}
