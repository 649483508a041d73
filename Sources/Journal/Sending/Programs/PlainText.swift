/// Texts in the form that programs and message headers accept.
extension String {
  /// All on one line: what ends a line and controls each become a blank, several in a row one; none is
  /// at either end.
  var onOneLine: String {
    var line = ""
    var isBlank = true
    for scalar in unicodeScalars {
      let separates = scalar.isControl || scalar.endsLine
      if separates, isBlank { continue }
      line.unicodeScalars.append(separates ? " " : scalar)
      isBlank = separates || scalar == " "
    }
    return line.trimmingBlanks
  }

  /// Lines that end in LF; control characters other than the tab are removed.
  package var asLines: String {
    var lines = ""
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      defer { last = scalar }
      if scalar.endsLine {
        if scalar != "\n" || last != "\r" { lines.unicodeScalars.append("\n") }
      } else if !scalar.isControl || scalar == "\t" {
        lines.unicodeScalars.append(scalar)
      }
    }
    return lines
  }

  /// Without blanks at its ends.
  var trimmingBlanks: String {
    var scalars = unicodeScalars[...]
    while scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
  /// LF, VT, FF, CR, NEL and the separators of lines and paragraphs (Unicode Standard, section 5.8).
  fileprivate var endsLine: Bool {
    (0x0A...0x0D).contains(value) || [0x85, 0x2028, 0x2029].contains(value)
  }
}
