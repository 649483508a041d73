// The label on a photo that is not posted yet, where the server will draw it.
"use strict";

class LabelPreview {
  constructor(form) {
    this.look = one("[data-label]", form).dataset;
    this.position = one("#label-position", form);
    this.colour = one("#label-color", form);
    this.usual = this.choice;
  }

  get choice() {
    return { "label-position": this.position.value, "label-color": this.colour.value };
  }

  // What a person chose differently from the settings.
  get changes() {
    return Object.entries(this.choice).filter(([name, value]) => value !== this.usual[name]);
  }

  whenChanged(act) {
    for (const control of [this.position, this.colour]) control.addEventListener("input", act);
    window.addEventListener("resize", act);
  }

  // Lengths are points of a photo whose short edge has 360, or pixels of the photo itself.
  draw(text, image, time) {
    const shown = Math.min(image.clientWidth, image.clientHeight);
    const own = Math.min(image.naturalWidth, image.naturalHeight);
    const length = (value) => parseFloat(value) * (value.endsWith("px") ? shown / own : shown / 360);
    const { size, margin, outline, background, format } = this.look;
    const [vertical, horizontal] = placeOf(this.position.value);
    const edge = `${length(margin)}px`;
    const corners = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
    Object.assign(text.style, {
      color: this.colour.value, fontSize: `${length(size)}px`,
      left: horizontal === "left" ? edge : horizontal === "center" ? "50%" : "auto",
      right: horizontal === "right" ? edge : "auto",
      top: vertical === "top" ? edge : vertical === "center" ? "50%" : "auto",
      bottom: vertical === "bottom" ? edge : "auto",
      translate: `${horizontal === "center" ? "-50%" : 0} ${vertical === "center" ? "-50%" : 0}`,
      background,
      textShadow: outline === "none" ? "none"
        : corners.map(([x, y]) => `${x}px ${y}px 1px ${outline}`).join(", "),
    });
    text.textContent = written(format, time);
  }
}

// `bottom-left` as what is up and down and what is left and right.
function placeOf(name) {
  const parts = name.split("-");
  const vertical = parts.find((part) => part === "top" || part === "bottom") ?? "center";
  return [vertical, parts.find((part) => part === "left" || part === "right") ?? "center"];
}

// A strftime pattern with the fields that labels usually have.
function written(format, time) {
  const fields = time.match(/^(\d+)-(\d+)-(\d+)T(\d+):(\d+):?(\d+)?/);
  if (!fields) return "";
  const [, year, month, day, hour, minute, second = "00"] = fields;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  const name = (options) => date.toLocaleDateString(/[가-힣]/.test(format) ? "ko" : "en", options);
  const values = {
    Y: year, y: year.slice(-2), m: month, d: day, e: String(Number(day)), H: hour, M: minute, S: second,
    F: `${year}-${month}-${day}`, T: `${hour}:${minute}:${second}`, R: `${hour}:${minute}`,
    a: name({ weekday: "short" }), A: name({ weekday: "long" }), b: name({ month: "short" }),
    B: name({ month: "long" }), "%": "%",
  };
  return format.replace(/%(.)/g, (whole, letter) => values[letter] ?? whole);
}
