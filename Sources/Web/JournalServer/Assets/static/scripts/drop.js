// Files that are dropped anywhere on the page, or pasted: a photo beside its field must not open in the tab.

export const isPhoto = (file) => !file.type || /^(image|video)\//.test(file.type);

// `sign` is shown while files are over the page; `act` gets them.
export function whenDropped(sign, act) {
  // A picture of the page itself is none that is brought.
  let isOwn = false;
  document.addEventListener("dragstart", () => { isOwn = true; });
  document.addEventListener("dragend", () => { isOwn = false; });
  const hasFiles = (event) =>
    !isOwn && [...(event.dataTransfer?.types ?? [])].includes("Files");
  let depth = 0;
  const show = (isOver) => {
    depth = isOver ? depth : 0;
    if (sign) sign.hidden = !isOver;
  };
  for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
    window.addEventListener(name, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (name === "dragenter") depth += 1;
      if (name === "dragleave") depth -= 1;
      if (name === "drop") {
        show(false);
        act([...event.dataTransfer.files]);
      } else {
        show(name === "dragover" || depth > 0);
      }
    });
  }
}

export function whenPasted(act) {
  window.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    act(files);
  });
}
