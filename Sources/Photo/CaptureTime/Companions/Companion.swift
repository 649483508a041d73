package import Formats
import Places

/// What a file beside a photo holds.
package struct Companion: Sendable, Hashable {
  package enum Kind: Sendable {
    /// An XMP packet, as editors write it that leave the photo alone.
    case xmp
    /// What Google Takeout puts beside each photo.
    case takeout
  }

  /// The most bytes that are read of one.
  package static let byteLimit = 1 << 20

  /// Without its folder, as the file system has it.
  package let name: String
  package let kind: Kind
  /// At most ``byteLimit``.
  package let bytes: [UInt8]

  package init(name: String, kind: Kind, bytes: [UInt8]) {
    (self.name, self.kind, self.bytes) = (name, kind, bytes)
  }
}

/// The companions of one photo: those that were found and read, and why others were not.
package struct Companions: Sendable, Hashable {
  package var files: [Companion] = []
  package var problems: [CompanionProblem] = []

  package init() {}
}

/// Why a file beside a photo says nothing of it.
package enum CompanionProblem: Error, Sendable, Hashable {
  case tooLarge(name: String, bytes: Int, limit: Int)
  /// A symbolic link, which may lead out of the folder.
  case link(name: String)
  /// It is no regular file, or cannot be read.
  case unreadable(name: String)
  case notJSON(name: String)
  case notXMP(name: String, XMPError)
  /// Neither `photoTakenTime` nor a capture time of XMP is in it.
  case noTime(name: String)
  /// Several fit the photo equally well.
  case several(names: [String])
}

/// What companions say, each read once.
struct CompanionTimes {
  private let companions: Companions
  /// A record for each file of Takeout; nil for XMP.
  private let records: [Result<TakeoutRecord, CompanionProblem>?]

  init(_ companions: Companions) {
    self.companions = companions
    records = companions.files.map { file in
      guard file.kind == .takeout else { return nil }
      return Result { () throws(CompanionProblem) in try TakeoutRecord(file) }
    }
  }

  /// The position from the first companion that has one; nil if none has.
  var position: GeoPosition? {
    zip(companions.files, records).lazy.compactMap { file, record in
      record.map { (try? $0.get())?.position } ?? GeoPosition(xmp: [file.bytes[...]])
    }.first
  }

  /// Whether Takeout has a position that no place has.
  var hasImpossiblePosition: Bool {
    records.contains { (try? $0?.get())?.hasImpossiblePosition == true }
  }

  /// Reads the time that each says.
  ///
  /// - Parameter zone: the wall clock on which a time in UTC is shown.
  /// - Returns: the times in the order of the companions, not yet weighed.
  func read(
    zone: CaptureZone
  ) -> (readings: [CaptureTimeReading], problems: [CaptureTimeProblem]) {
    var readings: [CaptureTimeReading] = []
    var problems = companions.problems.map(CaptureTimeProblem.companion)
    for (file, record) in zip(companions.files, records) {
      guard let record else {
        let read = XMPTimes.read([file.bytes[...]])
        readings += read.readings.map { $0.ofCompanion(named: file.name) }
        if case .xmp(_, let error)? = read.problems.first {
          problems.append(.companion(.notXMP(name: file.name, error)))
        } else if read.readings.isEmpty {
          problems.append(.companion(.noTime(name: file.name)))
        }
        continue
      }
      do throws(CompanionProblem) {
        let taken = try record.get().taken
        readings.append(
          CaptureTimeReading(
            .companion, rawText: String(taken),
            time: try CaptureTime(unixSeconds: taken, zone: zone, source: .companion)
          ).ofCompanion(named: file.name))
      } catch {
        problems.append(.companion(error))
      }
    }
    return (readings, problems)
  }
}
