import Arrivals
import Testing

@Suite("An export of Apple's Journal")
struct AppleJournalTests {
  /// In the form of exports of iOS 18, as public importers describe them: `bodyText` is closed before its text.
  private static let entry = """
    <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
    <html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><title></title>
    <meta name="Generator" content="Cocoa HTML Writer">
    <style type="text/css">
    p.p1 {margin: 0.0px} span.s2 {font-weight: normal} span.s3 {font-weight: bold; font-style: italic}
    </style></head><body>
    <p class="p1"><span class="s1"><div class="pageContainer">
    <div class="pageHeader">Sunday, 4 November 2024</div>
    <div class="assetGrid">
      <div id="PHOTO1" class="gridItem assetType_photo">
        <img src="../Resources/PHOTO1.HEIC" class="asset_image" /></div>
      <div id="VIDEO1" class="gridItem assetType_video">
        <video controls><source src="../Resources/VIDEO%201.mov" type="video/quicktime"></video></div>
      <div id="AUDIO1" class="gridItem assetType_audio"><div class="audioAssetHeader">Voice note</div></div>
      <div id="MAP" class="gridItem assetType_multiPinMap"><img src="../Resources/MAP.heic"/></div>
      <div id="MIND" class="gridItem assetType_stateOfMind"><div class="gridItemOverlayHeader">Content</div></div>
      <div id="LINK" class="gridItem assetType_link"><a href="https://example.org/a">
        <div class="mediaTitle">A page</div></a></div>
      <div id="GONE" class="gridItem assetType_photo"><img src="../Resources/GONE.jpeg" class="asset_image"></div>
    </div>
    <div class="title">A walk &amp; more</div><div class="bodyText"></span></p>
    <p class="p2"><span class="s2">First *line*, </span><span class="s3">loud</span><span class="s2">.</span></p>
    <p class="p2"><span class="s2"><br></span></p>
    <ul class="ul1"><li class="li2"><span class="s2">one</span></li></ul>
    <p class="p1"><span class="s1"></div></div></span></p>
    </body></html>
    """

  @Test("has an entry's title, words, photos, mood and places on the day that Journal shows")
  func entries() throws {
    let files = GivenFiles(texts: [
      "AppleJournalEntries/index.html": "<a href=\"Entries/2024-11-03_A_walk.html\">A walk</a>",
      "AppleJournalEntries/Entries/2024-11-03_A_walk.html": Self.entry,
      "AppleJournalEntries/Resources/PHOTO1.heic": "x",
      "AppleJournalEntries/Resources/VIDEO 1.mov": "x",
      "AppleJournalEntries/Resources/MAP.json":
        #"{"visits": [{"placeName": "Park", "city": "Seoul", "latitude": 37.5, "longitude": 127}]}"#,
      "AppleJournalEntries/Resources/MIND.json":
        #"{"labels": "Slightly Pleasant, Calm", "associations": "Family"}"#,
      "__MACOSX/AppleJournalEntries/Entries/._2024-11-03_A_walk.html": "x",
    ])
    #expect(try recognized(files) == [.appleJournal])
    let read = try ReadItems(AppleJournalReader.self, files)
    #expect(read.times == ["2024-11-04"])
    #expect(read.titles == ["A walk & more"])
    #expect(
      read.words == [
        """
        First \\*line\\*, ***loud***.

        - one

        [A page](https://example.org/a)

        *Park, Seoul, Calm, Family*
        """
      ])
    #expect(read.posts.map(\.mood) == [4])
    #expect(
      read.posts.first?.photos.map(\.file.path) == [
        "AppleJournalEntries/Resources/PHOTO1.heic", "AppleJournalEntries/Resources/VIDEO 1.mov",
      ])
    #expect(read.leftOut == [.audio])
    #expect(read.faults == [.missingFile("../Resources/GONE.jpeg")])
  }

  @Test("may have its title and words outside of their elements")
  func outside() throws {
    let files = GivenFiles(texts: [
      "Entries/2024-09-14.html": """
      <html><body><p class="p1"><span class="s1"><div class="pageContainer">
      <div class="pageHeader">2024. 9. 14. 토요일</div><div class="assetGrid"></div>
      <div class="title"></div></div></span><span class="s2">Sedentary </span>
      <span class="s1"><div class="bodyText"></div></span></p>
      <p class="p2"><span class="s3">What a hectic day.</span></p></body></html>
      """,
      "Entries/2024-09-15_(1).html": """
      <html><body><div class="pageHeader">samedi 14 septembre</div>
      <div class="reflectionPrompt">What made you smile?</div>
      <div class="bodyText"><p class="p2">Rain.</p></div></body></html>
      """,
      "Entries/notes.html": "<p>no day</p>",
    ])
    #expect(try recognized(files) == [.appleJournal])
    let read = try ReadItems(AppleJournalReader.self, files)
    #expect(read.times == ["2024-09-14", "2024-09-15"])
    #expect(read.titles == ["Sedentary", ""])
    #expect(read.words == ["What a hectic day.", "> What made you smile?\n\nRain."])
    #expect(read.faults == [.time("notes.html")])
  }
}
