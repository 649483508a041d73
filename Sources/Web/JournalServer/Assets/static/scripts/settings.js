// Time zones that this browser knows, to choose from; and what was refused is where one goes on.
import { all, one } from "./dom.js";

for (const field of all("[data-zones]")) {
  const zones = Intl.supportedValuesOf?.("timeZone") ?? [];
  one("#" + field.dataset.zones).append(...zones.map((zone) => new Option(zone, zone)));
}

const refused = one('.panel [aria-invalid="true"]');
if (refused) {
  // After the browser went to the address's part: in the middle no notice lies over the reason.
  window.addEventListener("load", () => {
    refused.focus({ preventScroll: true });
    refused.scrollIntoView({ block: "center" });
  });
}

// The list of the groups: an address from when they were one page names one of them.
const group = document.body.dataset.page === "settings" && one(".link-rows " + (location.hash.match(/^#[a-z]+$/)?.[0] ?? "none"));
if (group) location.replace(one("a", group).href);
