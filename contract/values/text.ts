import { z } from 'zod';
import { normalise } from './normalise.ts';

/** Without control characters and halves of surrogate pairs, which PostgreSQL, emails and YAML do not hold. */
export const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;
/** Characters that take no room on the screen, or look like a space: with them two names look like one. */
const invisibles = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** A zero-width joiner or non-joiner inside a word of a script that needs it: Persian, Urdu, Sinhala and others. */
const joiner =
  /(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Orya}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}])[\u200c\u200d](?=[\p{L}\p{M}])/uy;

/** Removes invisible characters, which come along when a text is pasted, except joiners that a script needs. */
export const removeInvisible = (text: string, pattern = invisibles): string =>
  text.replace(pattern, (character, offset: number) => {
    joiner.lastIndex = offset;
    return joiner.test(text) ? character : '';
  });
/** Text of these characters alone shows nothing: spaces, zero-width and bidi characters, fillers, variation selectors, tags. */
const blank =
  /^[\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{1d159}]*$/u;
const severalLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/** A name for programs and addresses. The message completes "Write …". */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const slug = z.string().regex(slugPattern, 'lower-case letters, digits and hyphens');

/** Counts Unicode code points. `length`, and a browser's `maxLength`, count most emoji twice. */
export const textLength = (text: string): number => [...text].length;

/** Returns the first characters of a text; half an emoji is never left over. */
export const cutText = (text: string, max: number): string => [...text].slice(0, max).join('');

/** Empty if nothing of the text can be seen. */
const trimmed = (text: string): string => (blank.test(text) ? '' : text.trim());

/** Returns a text as it is stored: in one Unicode form, trimmed, and empty if nothing of it can be seen. */
export const tidyText = (text: string): string => trimmed(normalise('NFC', text));

/** The one way to limit a text that people type, so that browser and server count alike. */
const limited = (schema: z.ZodString, max: number, tooLong: string) =>
  schema
    .check(({ value, issues }) => {
      if (textLength(value) <= max) return;
      const limit = { code: 'too_big', origin: 'string', maximum: max, inclusive: true } as const;
      issues.push({ ...limit, input: value, message: tooLong });
    })
    .meta({ maxLength: max });

/** Refuses by length alone what is far too long; a schema's own `max` follows after trimming. */
export const shortText = (missing: string, max: number, tooLong: string) =>
  z.string(missing).max(4 * max + 100, { error: tooLong, abort: true });

/** A required line of text in the spelling that `clean` gives it; refuses control characters. */
const lineIn = (label: string, max: number, clean: (text: string) => string) => {
  const tooLong = `${label} may have at most ${max} characters.`;
  const text = shortText(`${label} is required.`, max, tooLong)
    .overwrite((typed) => trimmed(clean(typed)))
    .min(1, `${label} is required.`);
  return limited(text, max, tooLong).regex(oneLine, `${label} may not contain control characters.`);
};

/** A required line of text, trimmed and in one Unicode form; refuses control characters. */
export const line = (label: string, max: number, form: 'NFC' | 'NFKC' = 'NFC') =>
  lineIn(label, max, (text) => normalise(form, text));

/** `normalise` separates the accents of a run that is too long by an invisible character. */
const withFewAccents = (schema: z.ZodString, label: string) =>
  schema.refine(
    (text) => removeInvisible(text) === text,
    `${label} has too many accents on one letter.`,
  );

/**
 * A line that people and things are told apart by, so that two of them must not look alike. Invisible characters are
 * removed and not refused: nobody sees what to correct.
 */
export const nameLine = (label: string, max: number, form: 'NFC' | 'NFKC' = 'NFC') =>
  withFewAccents(
    lineIn(label, max, (text) => normalise(form, removeInvisible(text))),
    label,
  );

const spaces = /[\p{Zs}\p{Zl}\p{Zp}]+/gu;

/** Returns an entry of a list in the one spelling that is stored: NFC, single spaces, no invisible characters. */
export const cleanListed = (text: string): string =>
  normalise('NFC', removeInvisible(text)).replace(spaces, ' ');

/** An entry of a list that people choose from. */
export const listed = (label: string, max: number) =>
  withFewAccents(lineIn(label, max, cleanListed), label);

/** Browsers send each line break of a form as CRLF, which would count as two characters. */
const unifyLineBreaks = (text: string) => text.replace(/\r\n?/g, '\n');

/** Text of several lines that may be empty, such as feedback. */
export const paragraph = (label: string, max: number) => {
  const tooLong = `${label} may have at most ${max} characters.`;
  const text = shortText(`${label} must be text.`, max, tooLong).overwrite((typed) =>
    tidyText(unifyLineBreaks(typed)),
  );
  return limited(text, max, tooLong).regex(
    severalLines,
    `${label} may not contain control characters.`,
  );
};

const longAddress = 'An email address has at most 254 characters.';
const noAddress = 'Enter an email address such as name@university.edu.';

/** The ASCII form of another domain could be another one: "1.2" would become "1.0.0.2". */
const internationalDomain = /@(?=.*[^\0-\x7f])([\p{L}\p{M}\p{N}.-]+)$/u;

/** Returns the address with its domain in the ASCII form in which mail servers know it: "bücher.example" becomes "xn--bcher-kva.example". */
const toAsciiDomain = (address: string): string =>
  address.replace(internationalDomain, (whole, domain: string) => {
    const url = `http://${domain}`;
    return URL.canParse(url) ? `@${new URL(url).hostname}` : whole;
  });

/**
 * An email address as `<input type="email">` takes it (HTML standard), in lower case: the portal tells people apart by it
 * without regard to case. The domain needs a dot, since one without is a typing error for every mail server outside.
 */
export const Email = shortText('Email is required.', 254, longAddress)
  .trim()
  .toLowerCase()
  .overwrite(toAsciiDomain)
  .min(1, 'Email is required.')
  .max(254, longAddress)
  .regex(z.regexes.html5Email, noAddress)
  .regex(/@.+\../, noAddress);

/** A name within a record, such as the key of a milestone; what the record belongs to says which there are. */
export const keyText = z
  .string()
  .max(40)
  .regex(oneLine, 'A key may not contain control characters.');

/** An identifier as both databases hold it: PostgreSQL reads capitals too, SQLite compares text. */
export const Id = z.uuid('This is not an identifier of the portal.').toLowerCase();

/**
 * Returns the form in which names of people are compared (spec 6): without case, surplus spaces and invisible
 * characters, and with one apostrophe. Letters that look alike stay different.
 */
export function nameKey(name: string): string {
  return normalise('NFKC', name.replace(invisibles, ''))
    .replace(/[‘’ʼ]/g, "'")
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** Counts pages, or the rows of one. */
export const PositiveInteger = z.coerce.number().int().min(1);

/** The most characters that are searched for. */
export const longestSearch = 200;
const longSearch = `A search has at most ${longestSearch} characters.`;

/** `page` and `limit` (both or neither, neither means everything) and `q`, words to look for. */
export const ListQuery = z.object({
  page: PositiveInteger.max(100_000).optional(),
  limit: PositiveInteger.max(200).optional(),
  q: limited(
    shortText('A search is text.', longestSearch, longSearch).overwrite(tidyText),
    longestSearch,
    longSearch,
  )
    .regex(oneLine, 'A search may not contain control characters.')
    .optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;
