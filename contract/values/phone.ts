import type { z } from 'zod';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import { normaliseUnicode } from './normalise.ts';
import { buildShortTextSchema } from './text.ts';

const separators = /[\s\p{Pd}\p{Cf}\p{Cc}\u2212.()]/gu;

/** A phone number in any format. `buildPhoneSchema` checks the department's pattern. */
export const UnvalidatedPhone = buildShortTextSchema(
  'Phone is required.',
  40,
  'Enter a phone number.',
).min(1, 'Phone is required.');

const countryOf = (pattern: string) => pattern.slice(1, pattern.indexOf(' '));
const digitsOf = (pattern: string) => pattern.slice(pattern.indexOf(' ') + 1);

/** Returns a regular expression for phone numbers in which the country code and a leading zero are both optional. */
function formsOf(pattern: string): RegExp {
  const digits = digitsOf(pattern).replaceAll('#', '\\d');
  return new RegExp(`^(?:(?:\\+|00)?${countryOf(pattern)})?0?(${digits})$`);
}

/** Returns a schema for phone numbers (spec 5) that converts them to the department's format: `+92 3001234567`. */
export function buildPhoneSchema({
  phone: pattern,
}: Pick<GroupRules, 'phone'>): z.ZodType<string, string> {
  const forms = formsOf(pattern);
  const wrong = `Enter a phone number such as ${phoneExample(pattern)}.`;
  return buildShortTextSchema('Phone is required.', 40, wrong)
    .overwrite((text) => normaliseUnicode('NFKC', text).replace(separators, ''))
    .min(1, 'Phone is required.')
    .regex(forms, wrong)
    .overwrite((text) => text.replace(forms, `+${countryOf(pattern)} $1`));
}

export function phoneExample(pattern: string): string {
  let next = 0;
  return pattern.replaceAll('#', () => '00123456789012'[next++] ?? '0');
}

export const getPhonePlaceholder = (pattern: string) => pattern.replaceAll('#', 'X');

export function getPhoneHint(pattern: string): string {
  const digits = digitsOf(phoneExample(pattern));
  return `In any common form, such as 0${digits.slice(0, 3)} ${digits.slice(3)}`;
}

/** Returns the digits of a stored phone number for a WhatsApp link, starting with the country code. */
export function toWhatsAppNumber(phone: string): string {
  return phone.replace(/\D/g, '');
}
