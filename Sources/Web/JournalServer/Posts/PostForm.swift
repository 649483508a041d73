import CaptureTime
import HTTPTypes
import Journal
import Stamping
import Store
import Wording

/// Texts that a person typed.
enum PostTexts {
  /// Nil where nothing was typed.
  static func time(_ text: String) throws -> CaptureTime? {
    if text.isEmpty { return nil }
    do throws(GivenTimeError) {
      return try GivenTime.parse(text)
    } catch {
      throw Problem(error)
    }
  }

  /// Nil where nothing was typed.
  ///
  /// - Throws: ``Problem``, which is of the post's time.
  static func day(_ text: String, _ present: PresentDay) throws -> CivilDate? {
    if text.isEmpty { return nil }
    do throws(DayRangeError) {
      return try DayRange.day(text, present: present)
    } catch {
      throw Problem("time.day", ["reason": .message(error.wording)])
    }
  }

  /// Nil where nothing was typed.
  static func zone(_ text: String) throws -> CaptureZone? {
    if text.isEmpty { return nil }
    do throws(CaptureZoneError) {
      return try CaptureZone.parse(text)
    } catch {
      throw Problem(error)
    }
  }

  /// Nil where nothing was typed.
  static func mood(_ text: String) throws -> Mood? {
    text.isEmpty ? nil : try Wording.mood(text)
  }

  /// Names separated by commas, which a name does not have.
  static func tags(_ text: String) throws -> [TagName] {
    let names = text.split(maxSplits: TagName.readLimit) { $0 == "," || $0.isNewline }
    return try TagName.all(names.filter { !$0.allSatisfy(\.isWhitespace) })
  }
}
