import Arrivals
import Testing

@Suite("An export of Diarium")
struct DiariumTests {
  @Test("is a list of entries on the clock of the place, with their photos in folders by date")
  func entries() throws {
    let files = GivenFiles(texts: [
      "Diarium_2010.json": #"""
      [
        {"date": "2010-10-26T15:47:53.48828", "heading": "A <b>day</b>", "html": "<p>One</p><p>two</p>",
         "rating": 5, "tags": ["tea"], "people": ["Anna"], "location": [37.56654, 126.978],
         "weather": "23°C, cloudy.", "tracker": ["Steps: 3500"], "lunar": "Full moon"},
        {"date": "2010-10-27T00:00:00", "html": "", "rating": 0},
        {"date": "2010-10-26T20:00:00", "html": "evening", "rating": 9},
        {"date": "2010-13-26T20:00:00", "html": "x"}, [2], {"date": "1024-01-01T00:00:00", "html": "old"}
      ]
      """#,
      "media/2010-10-26_154753488/1.jpg": "x", "media/2010-10-26_154753488/2.pdf": "x",
      "media/2010-10-27/3.jpg": "x", "media/2011-01-01/4.jpg": "x",
    ])
    #expect(try recognized(files) == [.diarium])
    let read = try ReadItems(DiariumReader.self, files)
    #expect(
      read.times == [
        "2010-10-26T15:47:53.48828", "2010-10-27T00:00:00", "2010-10-26T20:00:00",
        "1024-01-01T00:00:00",
      ])
    #expect(read.titles == ["A day", "", "", ""])
    #expect(
      read.words.first == "One\n\ntwo\n\n*37.5665 126.978, 23°C, cloudy., Steps: 3500*")
    #expect(read.posts.map(\.mood) == [5, nil, nil, nil])
    #expect(read.posts.first?.people == ["Anna"])
    #expect(
      read.posts.map { $0.photos.map(\.file.path) } == [
        ["media/2010-10-26_154753488/1.jpg"], ["media/2010-10-27/3.jpg"], [], [],
      ])
    #expect(read.leftOut == [.document, .weather, .document])
    #expect(
      read.faults == [
        .mood("9"), .time("2010-13-26T20:00:00"), .syntax(detail: "not JSON"),
      ])
  }
}
