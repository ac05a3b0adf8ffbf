// Messages with values: `{name}`, `{n, plural, one {# point} other {# points}}`,
// `{who, select, you {…} other {…}}`. A small part of ICU's message format, no more than we use.
export type Value = string | number;
export type Values = Record<string, Value>;

export function format(message: string, values: Values, language: string): string {
  return message.includes("{") ? part(message, values, language, "") : message;
}

/** Made once a language: a browser takes longer to make one than to draw a card. */
const numbers = once((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }));
const plurals = once((language) => new Intl.PluralRules(language));

function once<Made>(make: (language: string) => Made): (language: string) => Made {
  const made = new Map<string, Made>();
  return (language) => {
    const found = made.get(language) ?? make(language);
    made.set(language, found);
    return found;
  };
}

/** A number as people write it: grouped, and with a real minus sign. */
export function number(value: number, language: string): string {
  return numbers(language).format(value).replace("-", "−");
}

function part(message: string, values: Values, language: string, count: string): string {
  let out = "";
  let at = 0;
  while (at < message.length) {
    const sign = message[at]!;
    if (sign === "#") {
      out += count || "#";
      at += 1;
    } else if (sign === "{") {
      const end = closing(message, at);
      out = joined(out, placeholder(message.slice(at + 1, end), values, language, count), language);
      at = end + 1;
    } else {
      out += sign;
      at += 1;
    }
  }
  return out;
}

/** In French “de” loses its vowel before another one: d’Adele, but de Kim. A mute h cannot be told from others. */
function joined(before: string, value: string, language: string): string {
  const elides = language === "fr" && /(^|\s)de $/i.test(before) && /^[aeiouœæ]/i.test(value.normalize("NFD"));
  return elides ? `${before.slice(0, -2)}’${value}` : before + value;
}

function placeholder(inside: string, values: Values, language: string, count: string): string {
  const choice = /^\s*(\w+)\s*,\s*(plural|select)\s*,/.exec(inside);
  if (!choice) return shown(values[inside.trim()], inside, language);
  const [all, name, kind] = choice as unknown as [string, string, string];
  const value = values[name] ?? "";
  const cases = read(inside.slice(all.length));
  if (kind === "select") return part(cases.get(String(value)) ?? cases.get("other") ?? "", values, language, count);
  const amount = Number(value);
  const rule = plurals(language).select(amount);
  const text = cases.get(`=${amount}`) ?? cases.get(rule) ?? cases.get("other") ?? "";
  return part(text, values, language, number(amount, language));
}

function shown(value: Value | undefined, name: string, language: string): string {
  if (value === undefined) return `{${name}}`;
  return typeof value === "number" ? number(value, language) : value;
}

function read(text: string): Map<string, string> {
  const cases = new Map<string, string>();
  let at = 0;
  for (let open = text.indexOf("{", at); open >= 0; open = text.indexOf("{", at)) {
    const end = closing(text, open);
    cases.set(text.slice(at, open).trim(), text.slice(open + 1, end));
    at = end + 1;
  }
  return cases;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}" && --depth === 0) return at;
  }
  return text.length;
}
