package import Fonts
import Foundation
package import Raster

/// In which face a card is set.
package enum CardFont: Sendable, Hashable {
  case bundled(BundledFont)
  /// A file's path.
  case file(String)

  /// Reads a bundled face's name, the path of a font's file, which has a slash in it, or the name of a
  /// file in the folders of the bundled faces, without its extension, or of a family that is installed.
  ///
  /// - Throws: ``CardError/font(_:known:)``.
  package init(
    _ name: String, searchPath: FontSearchPath, installed: InstalledFonts
  ) throws(CardError) {
    if let font = BundledFont(rawValue: name) {
      self = .bundled(font)
    } else if name.isEmpty || name.utf8.contains(0) {
      throw .font(name, known: BundledFont.allCases.map(\.rawValue))
    } else if name.contains("/") {
      self = .file(name)
    } else if let path = searchPath.file(named: name) ?? installed.file(ofFamily: name) {
      self = .file(path)
    } else {
      throw .font(name, known: BundledFont.allCases.map(\.rawValue))
    }
  }
}

/// The faces of a card: the one that is asked for, the bundled ones, and for characters that none of them
/// has those that are installed.
package struct CardFonts: Sendable {
  private let font: CardFont?
  private let searchPath: FontSearchPath
  private let others: @Sendable ([Character], _ language: String) -> String?

  /// The most faces that are asked for characters that the bundled ones lack.
  private static let mostOthers = 8
  /// Stands for a character that no face has.
  private static let box = "□"

  /// - Parameters:
  ///   - font: nil for the bundled face that suits the text.
  ///   - searchPath: where the bundled faces are.
  ///   - others: the file of a face for characters that none of these has; nil where there is none.
  package init(
    _ font: CardFont? = nil, searchPath: FontSearchPath,
    others: @escaping @Sendable ([Character], _ language: String) -> String? = {
      InstalledFonts.ofThisMachine.file(with: $0, language: $1)
    }
  ) {
    (self.font, self.searchPath, self.others) = (font, searchPath, others)
  }

  /// Faces that set a text, and the text as they can.
  struct Chosen {
    /// The same faces for each script, in another order.
    let stacks: [ParagraphSetting.Script: FontStack]
    let text: CardText
    /// Characters that no face has, for which there are boxes.
    let lacking: [Character]
  }

  /// Finds the faces for a text.
  ///
  /// - Throws: ``CardError/fontFile(_:)``, and `FontNotFound` where a bundled face is missing.
  func chosen(for text: CardText) throws -> Chosen {
    let first: String? =
      switch font {
      case .file(let path): path
      case .bundled(let font): try searchPath.locate(font)
      case nil: nil
      }
    let own = first.map { [$0] } ?? []
    let sans = try searchPath.locate(.sans)
    let hangul = try searchPath.locate(.hangul)
    let words = [text.body, text.translation, text.byline].flatMap(CardText.paragraphs(of:))
      .joined(separator: " ")
    do {
      let known = own + [sans, hangul]
      let (others, lacking) = try others(
        for: FontStack(known).lacking(in: words), of: text.language, beside: known)
      // A face that has all characters of a Japanese text sets all of it.
      let stacks: [ParagraphSetting.Script: FontStack] = [
        .korean: try FontStack(own + [hangul, sans] + others),
        .han: try FontStack(own + others + [hangul, sans]),
        .other: try FontStack(own + [sans, hangul] + others),
      ]
      return Chosen(stacks: stacks, text: text.replacing(lacking, by: Self.box), lacking: lacking)
    } catch let error as FontError {
      throw CardError.fontFile(error)
    } catch let error as TextLineError {
      throw CardError(error)
    }
  }

  /// Faces for characters that some lack, and those that none has.
  private func others(
    for lacking: [Character], of language: String, beside paths: [String]
  ) -> (paths: [String], lacking: [Character]) {
    var (others, lacking) = ([String](), lacking)
    while !lacking.isEmpty, others.count < Self.mostOthers,
      let (path, left) = other(than: paths + others, for: lacking, language)
    {
      others.append(path)
      lacking = left
    }
    return (others, lacking)
  }

  /// A file that has one of the characters at least, and those that it has not.
  private func other(
    than paths: [String], for lacking: [Character], _ language: String
  ) -> (path: String, lacking: [Character])? {
    let questions = [lacking] + lacking.prefix(Self.mostOthers).map { [$0] }
    for characters in questions {
      guard let path = others(characters, language), !paths.contains(path) else { continue }
      // A face that cannot be used, one of bitmaps say, is as none.
      if let left = try? FontStack([path]).lacking(in: String(lacking)), left.count < lacking.count
      {
        return (path, left)
      }
    }
    return nil
  }
}

extension CardError {
  /// Characters that a face lacks were replaced before.
  init(_ error: TextLineError) {
    switch error {
    case .font(let error): self = .fontFile(error)
    case .missingGlyph(let character):
      self = .raster(.cannotDraw(font: "", detail: String(character)))
    }
  }
}

extension CardText {
  /// The text with characters replaced in all of its parts.
  fileprivate func replacing(_ characters: [Character], by other: String) -> CardText {
    if characters.isEmpty { return self }
    let lacking = Set(characters)
    func replaced(_ text: String) -> String {
      text.precomposedStringWithCanonicalMapping
        .map { lacking.contains($0) ? other : String($0) }.joined()
    }
    return CardText(
      body: replaced(body), translation: replaced(translation), author: replaced(author),
      source: replaced(source), language: language)
  }
}
