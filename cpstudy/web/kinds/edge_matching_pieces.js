/** The drawing of a piece: four coloured triangles, each with the shape and the number of its colour. @module */

import { svg } from "../script/dom.js";

// Safe for colour-blind people as far as colours can be; dark text is readable on all of them.
const FILLS = ["#e69f00", "#56b4e9", "#3fc19a", "#f0e442", "#d98cb8", "#a9b8ff", "#b9d77a", "#f2a48c", "#86d6d6", "#cdb38b",
  "#d9b3f0", "#f7c6d9"]; // prettier-ignore
const FRAME = "#9aa1a9";
// Halves of shapes that become whole where two sides meet, on the top side of a unit square.
const SHAPES = ["M.28 0A.22 .22 0 0 0 .72 0Z", "M.22 0L.5 .3L.78 0Z", "M.33 0V.24H.67V0Z", "M.24 0L.37 .24H.63L.76 0Z", "M.33 0V.13L.5 .29L.67 .13V0Z"];
const LABELS = [[0.5, 0.125], [0.875, 0.5], [0.5, 0.875], [0.125, 0.5]]; // prettier-ignore
const GOLDEN = 137.508;

/** @param {number} colour From 1. */
export function fill(colour) {
  const hue = Math.round(colour * GOLDEN) % 360;
  return FILLS[colour - 1] ?? `hsl(${hue} 62% ${colour % 2 ? 74 : 66}%)`;
}

/**
 * A piece in the unit square.
 *
 * @param {number[]} colours Top, right, bottom, left.
 * @param {boolean} framed Whether 0 is the frame.
 */
export function drawPiece(colours, framed) {
  const piece = svg("g", { class: "piece" });
  colours.forEach((colour, side) => {
    const frame = framed && colour === 0;
    const turned = svg("g", { transform: `rotate(${90 * side} .5 .5)` });
    turned.append(svg("path", { class: "triangle", d: "M0 0H1L.5 .5Z", fill: frame ? FRAME : fill(framed ? colour : colour + 1) }));
    if (!frame) turned.append(svg("path", { class: "shape", d: SHAPES[colour % SHAPES.length] }));
    piece.append(turned);
    const [x, y] = LABELS[side];
    if (!frame) piece.append(svg("text", { x, y, class: colour > 9 ? "label long" : "label" }, String(colour)));
  });
  piece.append(svg("rect", { class: "outline", x: 0.01, y: 0.01, width: 0.98, height: 0.98 }));
  return piece;
}
