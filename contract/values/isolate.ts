const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Matches bidi control characters, which could end the isolate around a user's text. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;
/** Matches a bidi isolate (U+2068 to U+2069). The capture group makes `split` return isolates as separate parts. */
const isolates = /(\u2068[^\u2068\u2069]*\u2069)/;

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

export const removeBidiControls = (text: string): string => text.replace(bidiControls, '');

export const splitAtBidiIsolates = (text: string): string[] => text.split(isolates);

/** Encloses text in a bidi isolate. Keeps nested isolates, but removes other bidi control characters. */
export function encloseInIsolate(text: string): string {
  const parts = splitAtBidiIsolates(text);
  const cleaned = parts.map((part, index) => (index % 2 === 1 ? part : removeBidiControls(part)));
  return `\u2068${cleaned.join('')}\u2069`;
}

/** Encloses text with right-to-left letters in a bidi isolate, so that the surrounding words keep their order. */
export const isolateRightToLeft = (text: string): string =>
  hasRightToLeft(text) ? encloseInIsolate(text) : text;

/** Template literal tag that encloses each inserted value with right-to-left letters in a bidi isolate. */
export const isolateRightToLeftValues = (
  words: TemplateStringsArray,
  ...texts: (string | number)[]
): string => String.raw({ raw: words }, ...texts.map((text) => isolateRightToLeft(String(text))));
