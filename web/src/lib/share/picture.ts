// A part of the page as a picture: copied into an SVG image with all styles of the page, so that
// nothing has to be fetched while it is drawn, and drawn on a canvas.
import { theme } from "../device/settings.svelte";

const SVG = "http://www.w3.org/2000/svg";

/** The element as a PNG of this many pixels for each of its own. */
export async function pictureOf(element: HTMLElement, scale = 2): Promise<Blob> {
  const { offsetWidth: width, offsetHeight: height } = element;
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn(element, width, height))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * scale, height * scale];
  const context = canvas.getContext("2d")!;
  context.scale(scale, scale);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

function drawn(element: HTMLElement, width: number, height: number): string {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ width, height })) svg.setAttribute(name, String(value));
  // Colours depend on the root; in the image that is the SVG itself.
  svg.dataset.theme = theme();
  const style = document.createElementNS(SVG, "style");
  style.textContent = styles();
  const frame = document.createElementNS(SVG, "foreignObject");
  frame.setAttribute("width", "100%");
  frame.setAttribute("height", "100%");
  const copy = element.cloneNode(true) as HTMLElement;
  Object.assign(copy.style, { position: "static", visibility: "visible" });
  frame.append(copy);
  svg.append(style, frame);
  return new XMLSerializer().serializeToString(svg);
}

function styles(): string {
  return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n");
}
