// Where the reader is: `#/table/abc?seat=1` is the path ["table", "abc"] and its query.
let hash = $state(typeof location === "undefined" ? "" : location.hash);

if (typeof addEventListener !== "undefined") {
  addEventListener("hashchange", () => (hash = location.hash));
}

export interface Route {
  path: string[];
  query: URLSearchParams;
}

export function parse(text: string): Route {
  const [path = "", query = ""] = text.replace(/^#?\/?/, "").split("?");
  return { path: path.split("/").filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

export function route(): Route {
  return parse(hash);
}

export function go(path: string): void {
  location.hash = `#/${path}`;
}

/** The address without its last part written into the history: for what one would not go back to. */
export function replace(path: string): void {
  history.replaceState(null, "", `#/${path}`);
  hash = location.hash;
}

/** A link to a place of the page that works for anybody. */
export function link(path: string): string {
  return `${location.href.replace(/#.*$/, "")}#/${path}`;
}
