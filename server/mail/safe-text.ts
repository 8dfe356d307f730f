import { isolateRightToLeft } from '#contract/values/isolate.ts';

/** Characters that separate the parts of a URL or an email address, including those that Unicode maps to them. */
const separators = '.:@\\u3002\\uff0e\\uff61\\u2024\\ufe52\\uff1a\\ufe55\\ufe13\\uff20\\ufe6b';
const digitsOnly = '\\d+(?![\\p{L}\\p{N}_]|[.:@/-][\\p{L}\\p{N}_/])';
/** The separator in a decimal number or a time, such as 7.25 or 23:59, which no mail program turns into a link. */
const inNumber = `\\.(?=${digitsOnly})|(?<=\\d):(?=${digitsOnly})`;
const breakable = new RegExp(`${inNumber}|([${separators}])(?=[^\\s${separators}\\u200b])`, 'gu');

/** Inserts zero-width spaces into URLs, domains and addresses, so that mail programs do not turn them into links. */
export const defuseLinks = (text: string): string =>
  text.replace(breakable, (match, separator?: string) =>
    separator === undefined ? match : `${separator}\u200b`,
  );

/** Matches addresses of which mail programs link nothing but the whole: `//www.evil.test/a@b.test` is valid, too. */
const plainAddress = /^(?!.*www\.)[\w.+'-]+@[\w.-]+$/i;

/** Text that is written into an email without change. Only `safeText` and `showEmailAddress` create it. */
export class SafeText {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  static fromTemplate(
    words: TemplateStringsArray,
    values: readonly (string | number | SafeText)[],
  ): SafeText {
    const texts = values.map((value) => isolateRightToLeft(renderEmailText(value)));
    return new SafeText(String.raw({ raw: words }, ...texts));
  }

  static fromAddress(email: string): SafeText {
    return new SafeText(plainAddress.test(email) ? email : defuseLinks(email));
  }
}

/** A text of an email. `composeEmail` defuses the links in strings, so that no text of a user becomes a link. */
export type EmailText = string | SafeText;

/** Template literal tag for texts that contain an email address. Defuses links in all other values. */
export const safeText = (
  words: TemplateStringsArray,
  ...values: (string | number | SafeText)[]
): SafeText => SafeText.fromTemplate(words, values);

/** Allows the email address of an account or a group member in an email. */
export const showEmailAddress = (email: string): SafeText => SafeText.fromAddress(email);

export const renderEmailText = (text: EmailText | number): string =>
  text instanceof SafeText ? text.text : defuseLinks(String(text));
