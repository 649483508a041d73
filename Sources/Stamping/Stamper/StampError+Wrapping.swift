import Files
import Formats
import JPEGSplice
import Raster

extension StampError {
  /// Does a layer's work and makes its error one of stamping.
  static func wrapping<Success>(
    _ work: () throws(FileError) -> Success
  ) throws(StampError) -> Success {
    do { return try work() } catch { throw .file(error) }
  }

  static func wrapping<Success>(
    _ work: () throws(PhotoFileError) -> Success
  ) throws(StampError) -> Success {
    do { return try work() } catch { throw .photo(error) }
  }

  static func wrapping<Success>(
    _ work: () throws(RasterError) -> Success
  ) throws(StampError) -> Success {
    do { return try work() } catch { throw .raster(error) }
  }

  static func wrapping<Success>(
    _ work: () throws(LabelError) -> Success
  ) throws(StampError) -> Success {
    do { return try work() } catch { throw .label(error) }
  }

  static func wrapping<Success>(
    _ work: () throws(JPEGError) -> Success
  ) throws(StampError) -> Success {
    do { return try work() } catch { throw .jpeg(error) }
  }
}
