/** Letters that are written from right to left, by the scripts of living languages. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Characters that embed, override or isolate. In a user's text they could end the isolate around it. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;
/** Splits a text so that every second part is an isolate. */
const isolates = /(\u2068[^\u2068\u2069]*\u2069)/;

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

export const removeBidiControls = (text: string): string => text.replace(bidiControls, '');

export const splitAtIsolates = (text: string): string[] => text.split(isolates);

/** Encloses a text in U+2068 and U+2069. Keeps the isolates in it and removes other bidi control characters. */
export function enclose(text: string): string {
  const parts = splitAtIsolates(text);
  const cleaned = parts.map((part, index) => (index % 2 === 1 ? part : removeBidiControls(part)));
  return `\u2068${cleaned.join('')}\u2069`;
}

/**
 * Encloses a text that has right-to-left letters. Its first letter then decides its direction, and it does not reorder
 * the words around it.
 */
export const isolate = (text: string): string => (hasRightToLeft(text) ? enclose(text) : text);

/** Tag of a template literal that isolates each inserted text. */
export const sentence = (words: TemplateStringsArray, ...texts: (string | number)[]): string =>
  String.raw({ raw: words }, ...texts.map((text) => isolate(String(text))));
