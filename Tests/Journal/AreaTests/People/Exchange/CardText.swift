import Store

@testable import People

/// Texts of vCards for tests.
enum CardText {
  /// A card of lines, with a name unless they have one.
  static func card(_ lines: String..., version: String = "4.0") -> String {
    let name = lines.contains { $0.hasPrefix("FN") || $0.hasPrefix("N:") } ? [] : ["FN:Mina"]
    return
      (["BEGIN:VCARD", "VERSION:\(version)"] + name + lines + ["END:VCARD", ""])
      .joined(separator: "\r\n")
  }

  /// What a reader makes of bytes that come in pieces.
  static func items(_ bytes: [UInt8], by size: Int = 1 << 16) throws -> [CardItem] {
    var reader = VCardReader()
    var items: [CardItem] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      try reader.read(rest.prefix(size), &items)
      rest = rest.dropFirst(size)
    }
    try reader.end(&items)
    return items
  }

  static func items(_ text: String, by size: Int = 1 << 16) throws -> [CardItem] {
    try items(Array(text.utf8), by: size)
  }

  /// The only person of a text.
  static func person(_ bytes: [UInt8]) throws -> ReadPerson {
    let items = try items(bytes)
    guard items.count == 1, case .card(let card) = items[0] else { throw NotOneCard(items: items) }
    return try PersonCard.person(of: card, today: PeopleJournal.day)
  }

  static func person(_ text: String) throws -> ReadPerson { try person(Array(text.utf8)) }

  struct NotOneCard: Error {
    let items: [CardItem]
  }
}

extension ReadPerson {
  /// What is left out, each as "TEL: oneOnly".
  var left: [String] { leftOut.entries.map { "\($0.what): \($0.reason)" } }
}
