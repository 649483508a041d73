import Files

/// The members of an export's line: how to make a line of them, and how to read them from a row.
package struct LineShape<Line>: Sendable {
  /// The names of the members.
  let names: [String]
  /// The columns, or expressions, of a row that says the same, in the order of the names.
  let columns: [String]
  fileprivate let stored: [StoredMember]
  fileprivate let exported: @Sendable (CheckedFields<AnyKey>) throws -> Line
  fileprivate let encoders: [Encoder]

  /// Writes one or some of the members.
  typealias Encoder = @Sendable (Line, inout KeyedEncodingContainer<AnyKey>) throws -> Void

  /// - Parameters:
  ///   - make: makes a line of the values of the members.
  ///   - member: each of them.
  ///   - wrong: the name of a member that the others contradict; nil where they agree.
  package init<each Value>(
    _ make: @escaping @Sendable (repeat each Value) -> Line,
    _ member: repeat LineMember<Line, each Value>,
    wrong: @escaping @Sendable (Line) -> String? = { _ in nil }
  ) {
    var (stored, encoders): ([StoredMember], [Encoder]) = ([], [])
    for member in repeat each member {
      stored += member.stored
      encoders.append(member.encode)
    }
    (self.stored, self.encoders) = (stored, encoders)
    (names, columns) = (stored.map(\.name), stored.map(\.column))
    exported = { fields in
      let line = make(repeat try (each member).exported(fields))
      if let field = wrong(line) { throw ExportedValueError(field: field) }
      return line
    }
  }
}

/// A member of a line, or several that form one value.
package struct LineMember<Line, Value>: Sendable {
  fileprivate let stored: [StoredMember]
  let exported: @Sendable (CheckedFields<AnyKey>) throws -> Value
  let encode: LineShape<Line>.Encoder

  /// - Parameters:
  ///   - name: the member's.
  ///   - path: where a line has its value.
  ///   - column: the column, or expression, that it is read of; nil for one of the same name.
  ///   - kind: what it can be.
  package init(
    _ name: String, _ path: any KeyPath<Line, Value> & Sendable, column: String? = nil,
    _ kind: ValueKind<Value>
  ) {
    let key = AnyKey(stringValue: name)
    stored = [
      StoredMember(name: name, column: column ?? name) {
        try kind.encode(kind.stored(&$0), &$1, key)
      }
    ]
    exported = { try kind.exported($0, key) }
    encode = { try kind.encode($0[keyPath: path], &$1, key) }
  }

  /// Members that a shape of their own describes.
  package init(_ path: any KeyPath<Line, Value> & Sendable, _ shape: LineShape<Value>) {
    (stored, exported) = (shape.stored, shape.exported)
    encode = { line, fields in
      let value = line[keyPath: path]
      for encode in shape.encoders { try encode(value, &fields) }
    }
  }
}

/// A member written straight from a row. It skips the line: passing all its values on takes longer
/// than reading and writing them.
private struct StoredMember: Sendable {
  let name: String
  let column: String
  let write: @Sendable (inout RowDecoder, inout KeyedEncodingContainer<AnyKey>) throws -> Void
}

/// A line described member by member.
package protocol ShapedLine: ExportedLine {
  static var shape: LineShape<Self> { get }
}

extension ShapedLine {
  package static var fields: [String] { shape.names }
  package static var columns: [String] { shape.columns }

  package init(from decoder: any Decoder) throws {
    self = try Self.shape.exported(CheckedFields(decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: AnyKey.self)
    for encode in Self.shape.encoders { try encode(self, &fields) }
  }

  package static func exportedLine(of row: inout RowDecoder) throws -> [UInt8] {
    try LineOfRow(row: row, members: shape.stored).exportedLine()
  }
}

private struct LineOfRow: Encodable {
  let row: RowDecoder
  let members: [StoredMember]

  func encode(to encoder: any Encoder) throws {
    var (row, fields) = (row, encoder.container(keyedBy: AnyKey.self))
    for member in members { try member.write(&row, &fields) }
  }
}
