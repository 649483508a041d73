// The page of a post: each thing that it can do has a module of its own.
import { one } from "./dom.js";
import "./edit.js";
import "./share.js";
import "./star.js";
import "./tags.js";
import "./viewer.js";
import { swipeToNeighbours } from "./swipe.js";

const photo = one("figure.photo") ?? one(".entry .reading");
if (photo) swipeToNeighbours(photo);
