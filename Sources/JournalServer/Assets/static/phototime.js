// When a photo was taken, as far as a browser reads it easily: what the server will find, shown
// before it is posted.
"use strict";

// The time as fields for dates write it, by the clocks of a time zone, and where it is from; or
// nothing. In the server's order: EXIF, the file's name, EXIF's last change.
async function photoTime(photo, zone) {
  const exif = readExif(new DataView(await photo.slice(0, 262_144).arrayBuffer()));
  const shot = exif?.original ?? exif?.digitized;
  if (shot) return { text: inZone(shot, zone), source: "fromExif" };
  const inName = photo.name.match(
    /(20\d\d|19\d\d)-?([01]\d)-?([0-3]\d)[-_ T](\d\d)[-.:]?(\d\d)[-.:]?(\d\d)/);
  if (inName) {
    const [, year, month, day, hour, minute, second] = inName;
    return { text: `${year}-${month}-${day}T${hour}:${minute}:${second}`, source: "fromName" };
  }
  return exif?.changed && { text: inZone(exif.changed, zone), source: "fromExif" };
}

// A wall clock whose offset is known, as the clocks of a zone showed it; without one it is theirs.
function inZone({ text, offset }, zone) {
  if (!offset) return text;
  try {
    // Swedish has dates as ISO 8601 does.
    const style = { timeZone: zone, dateStyle: "short", timeStyle: "medium" };
    return new Intl.DateTimeFormat("sv-SE", style).format(new Date(text + offset)).replace(" ", "T");
  } catch {
    return text;
  }
}

// The file's date, which the server does not see.
function fileTime(photo) {
  const modified = new Date(photo.lastModified);
  return new Date(modified - 60_000 * modified.getTimezoneOffset()).toISOString().slice(0, 19);
}

// The times of a JPEG's EXIF (CIPA DC-008, section 4.6), each with its offset where it has one.
function readExif(view) {
  try {
    if (view.getUint16(0) !== 0xffd8) return undefined;
    for (let place = 2; view.getUint8(place) === 0xff;) {
      const [marker, length] = [view.getUint8(place + 1), view.getUint16(place + 2)];
      if (marker === 0xda) return undefined;
      if (marker === 0xe1 && view.getUint32(place + 4) === 0x45786966) {
        return readTIFF(new DataView(view.buffer, place + 10));
      }
      place += 2 + length;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function readTIFF(view) {
  const little = view.getUint16(0) === 0x4949;
  const value = (directory, tag) => {
    const count = view.getUint16(directory, little);
    for (let index = 0; index < count; index += 1) {
      const place = directory + 2 + 12 * index;
      if (view.getUint16(place, little) === tag) return view.getUint32(place + 8, little);
    }
    return undefined;
  };
  const text = (directory, tag, length) => {
    const place = value(directory, tag);
    if (place === undefined) return "";
    return Array.from(
      { length }, (_, index) => String.fromCharCode(view.getUint8(place + index))).join("");
  };
  const time = (directory, tag, offsetDirectory, offsetTag) => {
    const fields = text(directory, tag, 19).match(/^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/);
    if (!fields || fields[1] === "0000") return undefined;
    const [offset] = offsetDirectory
      ? text(offsetDirectory, offsetTag, 6).match(/^[+-]\d\d:\d\d$/) ?? [] : [];
    return { text: `${fields[1]}-${fields[2]}-${fields[3]}T${fields[4]}`, offset };
  };
  const first = view.getUint32(4, little);
  const exif = value(first, 0x8769);
  return {
    original: exif && time(exif, 0x9003, exif, 0x9011),
    digitized: exif && time(exif, 0x9004, exif, 0x9012),
    changed: time(first, 0x0132, exif, 0x9010),
  };
}
