/// A value of JSON, as the interface's document has it.
indirect enum JSON: Sendable, Equatable {
  case null
  case boolean(Bool)
  case integer(UInt64)
  case fraction(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])
}

extension JSON: Encodable {
  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .boolean(let flag): try value.encode(flag)
    case .integer(let number): try value.encode(number)
    case .fraction(let number): try value.encode(number)
    case .string(let text): try value.encode(text)
    case .array(let items): try value.encode(items)
    case .object(let members): try value.encode(members)
    }
  }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(booleanLiteral flag: Bool) { self = .boolean(flag) }
  init(integerLiteral number: UInt64) { self = .integer(number) }
  init(floatLiteral number: Double) { self = .fraction(number) }
  init(stringLiteral text: String) { self = .string(text) }
  init(arrayLiteral items: JSON...) { self = .array(items) }
  init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(Dictionary(uniqueKeysWithValues: members))
  }
}
