// Filters as the server has them: from the same tables, which come as one picture, and by the same way
// between their entries. So a preview is what is posted, within two steps of 255.
const side = 33;
// Bytes from an entry to the next one in each channel, and of a whole table: 33 tiles lie beside each
// other, one for each blue, in which red goes to the right and green down.
const [toRed, toBlue, toGreen] = [4, 4 * side, 4 * side * side];
const whole = side * toGreen;

// Where a byte lies between two entries: the first of them, and 256ths of the way to the next.
const cells = Uint8Array.from({ length: 256 }, (_, byte) => byte >> 3);
const shares = Uint16Array.from({ length: 256 }, (_, byte) => ((byte & 7) << 5) + ((byte + 1) >> 3));

// The pixels of a picture, of its own size or drawn at another one.
export function pixels(picture, width = picture.width, height = picture.height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

export class Filters {
  constructor(bytes) { this.bytes = bytes; }

  // Nothing where the browser gives out other pixels than those of the picture, as some do for secrecy.
  static async load(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    const { data } = pixels(await createImageBitmap(await answer.blob()));
    return isUntouched(data) ? new Filters(data) : undefined;
  }

  // Gives pixels the colours of a filter, by its number.
  //
  // A colour is a mix of four of the eight entries around it: those on the way from the dark corner to the
  // light one, along the channel first in which the colour is farthest. `vignette` is laid over what lies
  // in `area`, a rectangle of these pixels.
  draw(number, from, to, vignette, area) {
    // The first changes nothing.
    if (number === 0) return void to.data.set(from.data);
    const table = this.bytes;
    const { data: colours, width, height } = from;
    const out = to.data;
    const start = number * whole;
    const vignetting = vignette && new Shade(vignette, area, width);
    const shade = vignette?.colour ?? [0, 0, 0];
    for (let y = 0, at = 0; y < height; y += 1) {
      const row = vignetting?.row(y);
      for (let x = 0; x < width; x += 1, at += 4) {
        const r = colours[at];
        const g = colours[at + 1];
        const b = colours[at + 2];
        const red = shares[r];
        const green = shares[g];
        const blue = shares[b];
        const dark = start + cells[r] * toRed + cells[g] * toGreen + cells[b] * toBlue;
        const most = Math.max(red, green, blue);
        const least = Math.min(red, green, blue);
        const middle = red + green + blue - most - least;
        // Of equal shares the largest is red's and the least blue's, so that both are never one channel's.
        const second = dark + (red === most ? toRed : green === most ? toGreen : toBlue);
        const light = dark + toRed + toGreen + toBlue;
        const third = light - (blue === least ? toBlue : green === least ? toGreen : toRed);
        const amount = row ? row(x) : 0;
        const share = (1 - amount) / 256;
        for (let channel = 0; channel < 3; channel += 1) {
          const sum = table[dark + channel] * (256 - most) + table[second + channel] * (most - middle)
            + table[third + channel] * (middle - least) + table[light + channel] * least;
          out[at + channel] = sum * share + shade[channel] * amount;
        }
        out[at + 3] = 255;
      }
    }
  }
}

// How much of a vignette's colour each pixel gets: the farther from the middle of an area, the more.
class Shade {
  constructor({ radius, softness, strength }, area, width) {
    const [inner, outer] = [radius ** 2, (radius + softness) ** 2];
    this.area = area;
    this.square = (place, from, length) => (2 * (place + 0.5 - from) / length - 1) ** 2 / 2;
    this.columns = Float32Array.from({ length: width }, (_, x) => this.square(x, area.x, area.width));
    this.amount = (square) => {
      const share = Math.min(1, Math.max(0, (square - inner) / (outer - inner)));
      return strength * share * share * (3 - 2 * share);
    };
  }

  row(y) {
    const square = this.square(y, this.area.y, this.area.height);
    return (x) => this.amount(square + this.columns[x]);
  }
}

// As a page has it: "0.4 0.75 0.55 000000".
export function vignetteFrom(text) {
  if (!text) return undefined;
  const [radius, softness, strength, code] = text.split(" ");
  const colour = [0, 2, 4].map((place) => parseInt(code.slice(place, place + 2), 16));
  return { radius: Number(radius), softness: Number(softness), strength: Number(strength), colour };
}

// Each entry of the first table is its own colour.
function isUntouched(table) {
  for (let red = 0; red < side; red += 4) {
    for (let green = 0; green < side; green += 4) {
      for (let blue = 0; blue < side; blue += 4) {
        const at = red * toRed + green * toGreen + blue * toBlue;
        if ([red, green, blue].some((step, channel) =>
          Math.abs(table[at + channel] - step * 255 / (side - 1)) > 1)) return false;
      }
    }
  }
  return true;
}
