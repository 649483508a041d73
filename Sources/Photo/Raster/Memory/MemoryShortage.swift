import Formats
import Glibc

/// Tells want of memory from damage: C libraries report both alike, or blame the file.
enum MemoryShortage {
  /// Runs a decoder or encoder, and replaces its error where memory was short.
  ///
  /// - Parameters:
  ///   - size: the picture's.
  ///   - needed: what the work takes at most, in bytes.
  ///   - work: calls the library on this thread; libraries with threads of their own are seen through by
  ///     asking for the memory once more, after all of theirs is given back.
  /// - Returns: what the work returns.
  /// - Throws: ``RasterError/cannotAllocate(width:height:)``, and what the work throws for other
  ///   reasons.
  static func telling<Result>(
    of size: PixelSize, needed: Int, _ work: () throws(RasterError) -> Result
  ) throws(RasterError) -> Result {
    errno = 0
    do throws(RasterError) {
      return try work()
    } catch {
      // malloc(3) leaves ENOMEM, and nothing that follows a failure clears it.
      let wasShort = errno == ENOMEM || !isThere(needed)
      switch error {
      case .cannotDecode where wasShort, .damaged where wasShort, .cannotEncode where wasShort:
        throw .cannotAllocate(width: size.width, height: size.height)
      default: throw error
      }
    }
  }

  /// Whether so much memory can be had in one piece at this moment.
  private static func isThere(_ count: Int) -> Bool {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let memory = mmap(nil, max(1, count), PROT_READ | PROT_WRITE, flags, -1, 0),
      memory != MAP_FAILED
    else { return false }
    munmap(memory, max(1, count))
    return true
  }
}
