import Files
import Glibc
import Raster
import SystemPackage

/// What a photo that failed failed by.
package enum FailureCause: String, Sendable {
  /// By itself: it would fail anywhere, whatever is tried again.
  case photo
  /// Its file could not be read.
  case input
  /// What was made of it could not be written, or something is in its place.
  case output
}

extension StampError {
  /// What a failure is due to.
  package var cause: FailureCause {
    switch self {
    case .file(let error): error.cause
    case .inPlaceChangesFormat, .inPlaceLosesPixels, .outputNameSays, .conflict, .outputOfAnother,
      .outputWithOtherOptions, .outputIsRaw, .outputFile:
      .output
    case .noText: .input
    case .date(let error): error.cause
    case .companion: .output
    case .photo, .video, .raster, .label, .jpeg, .tiff, .needsLibRaw, .notDeveloped,
      .tooManyPixels, .tooManyFrames,
      .tooMuchMemory,
      .noCaptureTime, .onlyFileModified, .needsZone, .shift, .skipped, .sizeMismatch, .losses,
      .failedCheck, .notStamped, .formatWithoutStamp, .stampedForGood, .editedSinceStamping,
      .unreadableStamp, .notDated:
      .photo
    }
  }

  /// Whether the machine failed and not the photo, so that it may be done later, or on another: there was
  /// no room, no memory, or what the files are on could not be reached. A photo that needs more memory than
  /// it is given (`--max-memory`) is refused as any that is too large: trying it again would be in vain, and
  /// one such photo must not stop a shard of others.
  package var isOfMachine: Bool {
    switch self {
    case .file(let error), .outputFile(let error), .date(.record(let error)): error.isOfMachine
    case .raster(.decoder(_, let failure)): failure.isOfMachine
    default: false
    }
  }
}

extension DateError {
  fileprivate var cause: FailureCause {
    if case .record = self { .output } else { .photo }
  }
}

extension FileError {
  fileprivate var cause: FailureCause {
    switch self {
    case .system(let operation, _, _):
      switch operation {
      case .open, .read, .list: .input
      case .write, .create, .replace, .remove: .output
      }
    case .notAFile: .input
    case .empty, .tooLarge, .overMemory: .photo
    case .notReplaceable, .isInput, .exists, .symbolicLink: .output
    }
  }

  fileprivate var isOfMachine: Bool {
    switch self {
    case .system(_, _, let error): Self.machineErrors.contains(error)
    default: false
    }
  }

  /// Of disks that are full, broken or gone, of a network's, and of a process that may have no more.
  private static let machineErrors = Set(
    [
      ENOSPC, EDQUOT, EROFS, EIO, ENXIO, ENODEV, EBUSY, ENOMEM, EAGAIN, EMFILE, ENFILE, EPIPE,
      ESTALE, EREMOTEIO, ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ENETRESET,
      ENONET, ENOLINK, ENOTCONN, ECONNABORTED, ECONNREFUSED, ECONNRESET, ENOKEY, EKEYEXPIRED,
      EKEYREVOKED,
    ].map(Errno.init(rawValue:)))

  /// Whether there is nothing at the path, nor at the folder that it is in.
  var isOfMissingFolder: Bool {
    guard case .system(_, let path, .noSuchFileOrDirectory) = self else { return false }
    return (try? path.folder.stat()) == nil
  }
}

extension DecoderFailure {
  /// What a photo can bring about by itself is not the machine's.
  fileprivate var isOfMachine: Bool {
    switch self {
    case .notStarted, .crashed(signal: 9): true
    case .crashed, .outOfMemory, .forbidden, .tooLong, .endedEarly, .nonsense: false
    }
  }
}
