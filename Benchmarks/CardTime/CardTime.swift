import Cards
import Fonts
import Formats
import Glibc

/// Times the making of a card: `CardTime FORMAT TIMES FONTS TEXT`, with FORMAT png, jpeg or webp.
///
/// Prints a line for each time: seconds of one core, those of the encoder, and the file's bytes. The first
/// one opens the faces and draws every letter; those after it take the letters of the first.
@main
struct CardTime {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 4, let format = PhotoFormat(rawValue: arguments[0]),
      let times = Int(arguments[1])
    else {
      print("CardTime FORMAT TIMES FONTS TEXT")
      exit(64)
    }
    let fonts = CardFonts(searchPath: FontSearchPath(folders: [arguments[2]]))
    let text = CardText(body: arguments[3], author: "Dorothy Parker", language: "en")
    for _ in 0..<times {
      let start = secondsOfThisProcess()
      let card = try Card(text, CardStyle(), fonts: fonts)
      let drawn = secondsOfThisProcess()
      let file = try card.encoded(as: format)
      let end = secondsOfThisProcess()
      print("\(end - start)\t\(end - drawn)\t\(file.count)")
    }
  }

  private static func secondsOfThisProcess() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
