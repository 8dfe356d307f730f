import { z } from 'zod';
import { removeBidiControls } from './isolate.ts';
import { normaliseUnicode } from './normalise.ts';

/**
 * Matches text without control characters or lone surrogates, which PostgreSQL, emails and YAML reject, without line
 * separators and without bidi control characters, which can reorder or hide text.
 */
export const singleLinePattern = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;
/** Matches line breaks of all systems, and those that Word (U+000B), PDF viewers and old programs paste. */
const lineBreaks = /\r\n?|[\n\v\f\u0085\p{Zl}\p{Zp}]/gu;
/** Matches control characters except tabs and LF. */
const controls = /[^\P{Cc}\t\n]/gu;

/** Converts line breaks to LF and removes control characters, which users paste without seeing them. */
const cleanLines = (text: string): string =>
  removeBidiControls(text).replace(lineBreaks, '\n').replace(controls, '');

/** Removes control characters and replaces line breaks and tabs with spaces. Keeps the marks and joiners of scripts. */
export const cleanLine = (text: string): string => cleanLines(text).replace(/[\t\n]/g, ' ');

/** Matches invisible characters and the blank Braille pattern: names that differ only in these look the same. */
const invisibles = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Matches a zero-width (non-)joiner within a word of a script that uses it, such as Persian, Urdu and Sinhala. */
const joiner =
  /(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Orya}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}])[\u200c\u200d](?=[\p{L}\p{M}])/uy;

/** Removes invisible characters, but keeps zero-width (non-)joiners within words of scripts that use them. */
export const removeInvisibleCharacters = (text: string, pattern = invisibles): string =>
  text.replace(pattern, (character, offset: number) => {
    joiner.lastIndex = offset;
    return joiner.test(text) ? character : '';
  });
/** Matches text without visible characters: spaces, zero-width and bidi characters, fillers, variation selectors. */
const blank =
  /^[\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{1d159}]*$/u;
const severalLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/** Pattern of identifiers in content files and URLs. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const slugSchema = z.string().regex(slugPattern, 'lower-case letters, digits and hyphens');

/** Counts Unicode code points. `length` and a browser's `maxLength` count most emoji as two. */
export const countCodePoints = (text: string): number => [...text].length;

export const truncateText = (text: string, max: number): string => [...text].slice(0, max).join('');

const trimmed = (text: string): string => (blank.test(text) ? '' : text.trim());

/**
 * Normalises text for storage: converts it to NFC with LF as line break, removes control characters and trims it.
 * Returns '' if no character is visible.
 */
export const normaliseText = (text: string): string =>
  trimmed(normaliseUnicode('NFC', cleanLines(text)));

const limited = (schema: z.ZodString, max: number, tooLong: string) =>
  schema
    .check(({ value, issues }) => {
      if (countCodePoints(value) <= max) return;
      const limit = { code: 'too_big', origin: 'string', maximum: max, inclusive: true } as const;
      issues.push({ ...limit, input: value, message: tooLong });
    })
    .meta({ maxLength: max });

/** Returns a schema that rejects extremely long text before it is trimmed. Callers must check `max` afterwards. */
export const buildShortTextSchema = (missing: string, max: number, tooLong: string) =>
  z.string(missing).max(4 * max + 100, { error: tooLong, abort: true });

const lineIn = (label: string, max: number, clean: (text: string) => string, min = 1) => {
  const tooLong = `${label} must be ${max} characters or fewer.`;
  const text = buildShortTextSchema(`${label} is required.`, max, tooLong)
    .overwrite((typed) => trimmed(clean(cleanLine(typed))))
    .min(min, `${label} is required.`);
  return limited(text, max, tooLong).regex(
    singleLinePattern,
    `${label} can’t contain control characters.`,
  );
};

/** Returns the schema of a required single-line text, which is trimmed and normalised. */
export const buildLineSchema = (label: string, max: number, form: 'NFC' | 'NFKC' = 'NFC') =>
  lineIn(label, max, (text) => normaliseUnicode(form, text));

/** Rejects text with too many accents in a row. `normaliseUnicode` has marked these with an invisible character. */
const withFewAccents = (schema: z.ZodString, label: string) =>
  schema.refine(
    (text) => removeInvisibleCharacters(text) === text,
    `${label} has too many accents on one letter.`,
  );

/** Returns a schema for names. Removes invisible characters instead of rejecting them, as users cannot see them. */
export const buildNameLineSchema = (label: string, max: number, form: 'NFC' | 'NFKC' = 'NFC') =>
  withFewAccents(
    lineIn(label, max, (text) => normaliseUnicode(form, removeInvisibleCharacters(text))),
    label,
  );

/** Returns the schema of a name that is empty if the department does not use it. */
export const buildNameOrEmptySchema = (label: string, max: number) =>
  withFewAccents(
    lineIn(label, max, (text) => normaliseUnicode('NFC', removeInvisibleCharacters(text)), 0),
    label,
  );

const spaces = /[\p{Zs}\p{Zl}\p{Zp}]+/gu;

/** Returns a list entry in its stored spelling: NFC, single spaces, no invisible characters. */
export const normaliseListEntry = (text: string): string =>
  normaliseUnicode('NFC', removeInvisibleCharacters(cleanLine(text))).replace(spaces, ' ');

export const buildListEntrySchema = (label: string, max: number) =>
  withFewAccents(lineIn(label, max, normaliseListEntry), label);

/** Returns the schema of a multi-line text that may be empty, such as feedback. */
export const buildParagraphSchema = (label: string, max: number) => {
  const tooLong = `${label} must be ${max} characters or fewer.`;
  const text = buildShortTextSchema(`${label} must be text.`, max, tooLong).overwrite(
    normaliseText,
  );
  return limited(text, max, tooLong).regex(
    severalLines,
    `${label} can’t contain control characters.`,
  );
};

/** Reason of an admin why a changed name, roll number and email are those of the same person. */
export const SamePersonReason = buildParagraphSchema('Reason', 500).min(1, 'Reason is required.');

const longAddress = 'Email must be 254 characters or fewer.';
const noAddress = 'Enter an email address such as name@university.edu.';

/** Matches non-ASCII domains only. The URL parser would change some ASCII domains: "1.2" becomes "1.0.0.2". */
const internationalDomain = /@(?=.*[^\0-\x7f])([\p{L}\p{M}\p{N}.-]+)$/u;

const toAsciiDomain = (address: string): string =>
  address.replace(internationalDomain, (whole, domain: string) => {
    const url = `http://${domain}`;
    return URL.canParse(url) ? `@${new URL(url).hostname}` : whole;
  });

/** An address that `<input type="email">` accepts, also of a host without a dot. Converted to lower case. */
export const Email = buildShortTextSchema('Email is required.', 254, longAddress)
  .overwrite((typed) => removeInvisibleCharacters(cleanLine(typed)))
  .trim()
  .toLowerCase()
  .overwrite(toAsciiDomain)
  .min(1, 'Email is required.')
  .max(254, longAddress)
  .regex(z.regexes.html5Email, noAddress);

/** A property name in a JSON object, such as a milestone key. The schema does not check that the milestone exists. */
export const propertyNameSchema = z
  .string()
  .max(40)
  .regex(singleLinePattern, 'A key can’t contain control characters.');

/** A UUID, converted to lower case, because SQLite, unlike PostgreSQL, compares UUIDs as case-sensitive text. */
export const Id = z.uuid('This is not an identifier of the portal.').toLowerCase();

/** Returns the key for comparing people's names (spec 6). Ignores case, spacing and invisible characters. */
export function toNameKey(name: string): string {
  return normaliseUnicode('NFKC', cleanLine(name).replace(invisibles, ''))
    .replace(/[‘’ʼ]/g, "'")
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

export const PositiveInteger = z.coerce.number().int().min(1);

export const maxSearchLength = 200;
const longSearch = `Search must be ${maxSearchLength} characters or fewer.`;

/** Query of a list: search terms in `q`, and `page` with `limit`. Without `page` and `limit`, lists return all rows. */
export const ListQuery = z.object({
  page: PositiveInteger.max(100_000).optional(),
  limit: PositiveInteger.max(200).optional(),
  q: limited(
    buildShortTextSchema('A search is text.', maxSearchLength, longSearch).overwrite((typed) =>
      normaliseText(cleanLine(typed)),
    ),
    maxSearchLength,
    longSearch,
  )
    .regex(singleLinePattern, 'Search can’t contain control characters.')
    .optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;
