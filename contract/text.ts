import { z } from 'zod';

const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;
/** What takes no room on the screen, or looks like a space: with it two names look like one. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const severalLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/** A required line of text, trimmed and in one Unicode form; refuses control characters. */
export const line = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .normalize('NFC')
    .trim()
    .min(1, `${label} is required.`)
    .max(max, `${label} may have at most ${max} characters.`)
    .regex(oneLine, `${label} may not contain control characters.`);

/** A line that people and things are told apart by, so that two of them must not look like one: no invisible characters. */
export const nameLine = (label: string, max: number) =>
  line(label, max).refine(
    (text) => !invisible.test(text),
    `${label} contains an invisible character. Please type it instead of pasting it.`,
  );

/** Text of several lines that may be empty, such as feedback. */
export const paragraph = (label: string, max: number) =>
  z
    .string(`${label} must be text.`)
    .normalize('NFC')
    .trim()
    .max(max, `${label} may have at most ${max} characters.`)
    .regex(severalLines, `${label} may not contain control characters.`);

/** An e-mail address, in lower case: the portal tells people apart by it without regard to case. */
export const Email = z
  .string('E-mail is required.')
  .trim()
  .toLowerCase()
  .min(1, 'E-mail is required.')
  .max(254, 'An e-mail address has at most 254 characters.')
  .regex(z.regexes.email, 'Enter an e-mail address such as name@university.edu.');

/** optional +92, then 3, then nine digits (spec 5); spaces and hyphens are dropped, as the placeholder shows one. */
export const Phone = z
  .string('Phone is required.')
  .overwrite((value) => value.replace(/[\s-]/g, ''))
  .min(1, 'Phone is required.')
  .regex(/^(\+92)?3\d{9}$/, 'Enter a phone number such as +92 3001234567.');

/** What an empty phone field shows (spec 5). */
export const phonePlaceholder = '+92 3XXXXXXXXX';

/** An identifier as both databases hold it: PostgreSQL reads capitals too, SQLite compares text. */
export const Id = z.uuid('This is not an identifier of the portal.').toLowerCase();

/**
 * What two names are compared by: case and surplus spaces do not count (spec 6).
 * Look-alike letters of other scripts stay different, so that a name grants nothing by resemblance.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** What two roll numbers are compared by: case, spaces and hyphens do not count. */
export function rollKey(roll: string): string {
  return roll
    .normalize('NFKC')
    .replace(/[\s-]+/g, '')
    .toUpperCase();
}

/** The digits WhatsApp's link takes for a phone number: country code first, no plus. */
export function whatsappNumber(phone: string): string {
  return `92${phone.replace(/^\+92/, '')}`;
}

const Page = z.coerce.number().int().min(1);

/** `page` and `limit` (both or neither, neither means everything) and `q`, words to look for. */
export const ListQuery = z.object({
  page: Page.max(100_000).optional(),
  limit: Page.max(200).optional(),
  q: z
    .string()
    .trim()
    .max(200)
    .regex(oneLine, 'A search may not contain control characters.')
    .optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;
