import Files

/// The members of a line of an export, and how a line is made of them, or of the columns of a row.
package struct LineShape<Line>: Sendable {
  /// The names of the members.
  let names: [String]
  /// The columns, or expressions, that a line is made of, in their order.
  let columns: [String]
  fileprivate let stored: @Sendable (inout RowDecoder) throws -> Line
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
    var (names, columns, encoders): ([String], [String], [Encoder]) = ([], [], [])
    for member in repeat each member {
      names += member.names
      columns += member.columns
      encoders.append(member.encode)
    }
    (self.names, self.columns, self.encoders) = (names, columns, encoders)
    stored = { row in make(repeat try (each member).stored(&row)) }
    exported = { fields in
      let line = make(repeat try (each member).exported(fields))
      if let field = wrong(line) { throw ExportedValueError(field: field) }
      return line
    }
  }
}

/// A member of a line, or some that are one value.
package struct LineMember<Line, Value>: Sendable {
  let names: [String]
  let columns: [String]
  let stored: @Sendable (inout RowDecoder) throws -> Value
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
    (names, columns, stored) = ([name], [column ?? name], kind.stored)
    exported = { try kind.exported($0, key) }
    encode = { try kind.encode($0[keyPath: path], &$1, key) }
  }

  /// Members that a shape of their own describes.
  package init(_ path: any KeyPath<Line, Value> & Sendable, _ shape: LineShape<Value>) {
    (names, columns, stored) = (shape.names, shape.columns, shape.stored)
    exported = shape.exported
    encode = { line, fields in
      let value = line[keyPath: path]
      for encode in shape.encoders { try encode(value, &fields) }
    }
  }
}

/// A line that is described member by member.
package protocol ShapedLine: ExportedLine {
  static var shape: LineShape<Self> { get }
}

extension ShapedLine {
  package static var fields: [String] { shape.names }
  /// The columns that ``init(_:)`` reads.
  package static var columns: [String] { shape.columns }

  package init(from decoder: any Decoder) throws {
    self = try Self.shape.exported(CheckedFields(decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: AnyKey.self)
    for encode in Self.shape.encoders { try encode(self, &fields) }
  }

  package init(_ values: inout RowDecoder) throws { self = try Self.shape.stored(&values) }
}
