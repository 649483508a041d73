import Formats

/// Receives the parts of a document as it is read; names come without their prefix.
protocol XMLContent: AnyObject {
  func begin(
    _ name: String, _ attributes: [String: String], _ line: Int, _ items: inout [ReadItem])
  func add(_ text: UnsafeRawBufferPointer)
  func end(_ name: String, _ items: inout [ReadItem])
}

/// Reads texts in XML, piece by piece, within the bounds of ``XMLPieces``.
final class XMLReader: CollectionParser {
  static let markupLimit = XMLPieces.markupLimit

  private let xml = XMLPieces()
  private let content: any XMLContent
  private var items: [ReadItem] = []

  init(_ content: any XMLContent) { self.content = content }

  func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ items: inout [ReadItem]
  ) throws(ReadError) {
    do throws(XMLFault) { try xml.read(piece, to: self) } catch { throw ReadError(error) }
    items += self.items
    self.items.removeAll(keepingCapacity: true)
  }

  func end(_ items: inout [ReadItem]) throws(ReadError) {
    do throws(XMLFault) { try xml.end(to: self) } catch { throw ReadError(error) }
    items += self.items
    self.items = []
  }
}

extension XMLReader: XMLEvents {
  func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    var values: [String: String] = [:]
    for (name, value) in attributes {
      values[String(cString: XMLPieces.local(name))] = String(cString: value)
    }
    content.begin(String(cString: name), values, xml.line, &items)
  }

  func add(_ text: UnsafeRawBufferPointer) { content.add(text) }

  func end(_ name: UnsafePointer<CChar>) { content.end(String(cString: name), &items) }
}

extension ReadError {
  fileprivate init(_ fault: XMLFault) {
    self =
      switch fault {
      case .documentType(let line): .documentType(line: line)
      case .depth(let line, let limit): .depth(line: line, limit: limit)
      case .markup(let line, let limit): .markup(line: line, limit: limit)
      case .syntax(let line, let detail, _): .xml(line: line, detail: detail)
      }
  }
}
