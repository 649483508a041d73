import ArgumentParser
import CaptureTime
import Journal
import Shell
import Store
import Wording

/// A text that begins with the day that it is about, before a colon and a blank, as in jrnl:
/// "yesterday: had a long walk", "2024-01-31 23:15: Snow".
struct DatedText {
  let day: CivilDate
  let clock: TimeOfDay?
  /// What stands before the colon.
  let prefix: String
  /// What follows it.
  let rest: String

  /// More characters than any day and time have.
  private static let longest = 60
  /// More words than a day and a time have that somebody writes otherwise.
  private static let mostWords = 4

  /// Reads the day; nil where the text begins with none. After the colon is a blank or nothing, so that
  /// no time of day and no address is taken for one.
  ///
  /// - Parameters:
  ///   - text: what a person typed.
  ///   - present: the journal's.
  /// - Throws: `ValidationError` where it begins with what looks like a day or a time, and is not
  ///   clear: Daystamp neither guesses nor puts the words on another day.
  init?(_ text: String, _ present: PresentDay) throws {
    let beginning = text.prefix(Self.longest + 1)
    let colon = beginning.indices.first { index in
      text[index] == ":" && text[text.index(after: index)...].first?.isWhitespace ?? true
    }
    guard let colon else { return nil }
    prefix = String(text[..<colon])
    rest = String(text[text.index(after: colon)...].drop(while: \.isWhitespace))
    do {
      if let day = try Self.day(prefix, present) {
        (self.day, clock) = (day, nil)
        return
      }
      for (head, tail) in Self.parts(prefix) {
        guard TimeOfDay.nearest(tail) != nil || Self.isClock(tail),
          let day = try Self.day(head, present)
        else { continue }
        (self.day, clock) = (day, try TimeOfDay.parse(tail))
        return
      }
      if Self.isClock(prefix) { throw DayRangeError.notOneDay(observed: prefix) }
      if let word = Self.mistyped(prefix) {
        throw ValidationError(Wording.doubtfulDay(prefix, Wording.mayMeanDay(word)))
      }
      guard Self.looksLikeDay(prefix) else { return nil }
      throw DayRangeError.notOneDay(observed: prefix)
    } catch let error as any Error & Worded {
      throw ValidationError(Wording.doubtfulDay(prefix, Wording.sentence(for: error)))
    }
  }

  /// A single day; nil where the text names no days at all.
  ///
  /// - Throws: `DayRangeError` where it names others than one, or is written otherwise.
  private static func day(
    _ text: String, _ present: PresentDay
  ) throws(DayRangeError) -> CivilDate? {
    do throws(DayRangeError) {
      return try DayRange.day(text, present: present)
    } catch .notOneDay {
      return nil
    } catch {
      throw error
    }
  }

  /// The ways to part a text in a day and a time: at each blank, with "at" or without, and at the T of
  /// ISO 8601.
  private static func parts(_ text: String) -> [(day: String, time: String)] {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var parts = words.indices.dropFirst().map { index in
      (
        words[..<index].joined(separator: " "),
        words[index...].drop { $0.lowercased() == "at" || $0 == "@" }.joined(separator: " ")
      )
    }
    if words.count == 1, let mark = text.firstIndex(where: { "Tt".contains($0) }),
      text[..<mark].allSatisfy({ $0.isNumber || $0 == "-" })
    {
      parts.append((String(text[..<mark]), String(text[text.index(after: mark)...])))
    }
    return parts
  }

  /// Whether a text can only be a time of day, such as "23:15" or "6pm", and no number of something.
  private static func isClock(_ text: String) -> Bool {
    guard text.first?.isNumber == true else { return false }
    if (try? TimeOfDay.parse(text)) != nil { return true }
    if TimeOfDay.nearest(text) != nil { return !text.allSatisfy(\.isNumber) }
    return text.allSatisfy { $0.isNumber || $0 == ":" } && text.contains(":")
  }

  /// The word for a day that is mistyped, alone or before a time; nil where the text may be meant as
  /// it is.
  private static func mistyped(_ text: String) -> String? {
    let timed = parts(text).filter { TimeOfDay.nearest($0.time) != nil || isClock($0.time) }
    return ([text] + timed.map(\.day)).lazy.compactMap {
      NearestName.surely($0, among: DayRange.wordsOfOneDay, except: ordinary)
    }.first
  }

  /// Words with which a text begins, and which are a letter away from one for a day.
  private static let ordinary: Set<String> = [
    "sundae", "sundry", "thus", "toady", "toddy", "tody", "tokay",
  ]

  /// Whether a text looks like a date that is mistyped, or written in none of the ways that are read.
  private static func looksLikeDay(_ text: String) -> Bool {
    let words = text.split { $0.isWhitespace || $0 == "," }
    guard let first = words.first, words.count <= mostWords else { return false }
    let fields = first.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
    if 2...3 ~= fields.count, fields.prefix(2).allSatisfy({ $0.first?.isNumber == true }) {
      if fields[0].count == 4 { return true }
      if fields.count == 3, fields[2].first?.isNumber == true {
        return fields[2].count == 4 || fields.allSatisfy { $0.count == 2 }
      }
    }
    let isMonth = words.map {
      months.contains($0.lowercased().prefix(3)) && $0.allSatisfy(\.isLetter)
    }
    let isNumber = words.map { $0.first?.isNumber == true }
    return isMonth.contains(true) && isNumber.contains(true)
      && zip(isMonth, isNumber).allSatisfy { $0 || $1 }
  }

  private static let months: Set<Substring> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
