import Wording

extension ErrorTexts {
  /// What is said of dates in EXIF.
  static let dating: [String: ErrorText] = [
    "date": .init(
      "the date cannot be written into this photo", "이 사진에는 날짜를 쓸 수 없습니다."),
    "date.name": .init("its name does not say when it was taken: {reason}"),
    "date.only-modified": .init(
      "says no capture time, and the file's modification time {time} is not one; give --set"),
    "date.only-day": .init(
      "only the day {day} is known, and a modification time needs the time of day; give --set"),
    "date.stamped-tiff": .init(
      "is a stamped TIFF, which could not be unstamped any more; unstamp it, date it, and stamp it "
        + "again"),
    "date.changed": .init(
      "was changed since it was dated, and stays as it is"),
    "date.damaged-record": .init(
      "is as it was dated, but its line in the undo record is damaged; it stays as it is"),
    "date.record": .init(
      "the undo record {reason}; --no-undo goes ahead without one"),
    "date.there": .init("has this time already"),
    "date.other-camera": .init("no photo of its camera is in --sync"),
    "date.no-exif": .init("is {format}, which has no EXIF"),
    "date.earlier-output": .init("an earlier run made it"),
    "date.exif": .init(
      "its EXIF at byte {offset} is damaged, and stays as it is: {reason}"),
    "date.structure": .init("its EXIF is damaged, and stays as it is: {reason}"),
    "date.directory": .init("a directory of its EXIF is cut off, and stays as it is"),
    "date.room": .init(
      "its EXIF would have {needed|byte|bytes}, and its segment holds {limit}; remove its thumbnail "
        + "or other large fields"),
    "date.boxes": .init(
      "its EXIF would grow, and Daystamp cannot move the parts of this {format}"),
    "date.incomplete": .init("the {format} is incomplete; get a complete copy"),
    "note.no-offset": .init("its EXIF has no room for the time's offset and fraction"),
    "note.label-time": .init("its label still shows {time}; stamp the photo again"),
    "note.other-time": .init("its {source} still has another time"),
    "clock": .init(
      "the photo does not say how far the clock was off", "사진으로는 시계가 얼마나 틀렸는지 알 수 없습니다."),
    "clock.no-camera": .init("{path} does not name its camera; give a photo that does, or --shift"),
    "clock.no-time": .init("{path} does not say when it was taken; give another photo"),
    "clock.only-day": .init("{path}: only the day is known; give the time of day too"),
    "clock.contradiction": .init(
      "two photos of the {camera} disagree: {first} and {second}; leave one out"),
    "clock.too-far": .init("{path}: its clock would be off by more than a hundred years"),
  ]
}
