import type { z } from 'zod';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import { normalise } from './normalise.ts';
import { shortText } from './text.ts';

/** What people put between the digits, or paste along without seeing it. */
const separators = /[\s\p{Pd}\p{Cf}\u2212.()]/gu;

/** A phone number as it was typed; `phoneOf` says which a department takes. */
export const AnyPhone = shortText('Phone is required.', 40, 'Enter a phone number.').min(
  1,
  'Phone is required.',
);

const countryOf = (pattern: string) => pattern.slice(1, pattern.indexOf(' '));
const digitsOf = (pattern: string) => pattern.slice(pattern.indexOf(' ') + 1);

/** With the country's code, a zero before the network's, both, or neither. */
function formsOf(pattern: string): RegExp {
  const digits = digitsOf(pattern).replaceAll('#', '\\d');
  return new RegExp(`^(?:(?:\\+|00)?${countryOf(pattern)})?0?(${digits})$`);
}

/** A number of the department's country in any common form (spec 5, decisions), as `+92 3001234567`. */
export function phoneOf({ phone: pattern }: Pick<GroupRules, 'phone'>): z.ZodType<string, string> {
  const forms = formsOf(pattern);
  const wrong = `Enter a phone number such as ${phoneExample(pattern)}.`;
  return shortText('Phone is required.', 40, wrong)
    .overwrite((text) => normalise('NFKC', text).replace(separators, ''))
    .min(1, 'Phone is required.')
    .regex(forms, wrong)
    .overwrite((text) => text.replace(forms, `+${countryOf(pattern)} $1`));
}

function phoneExample(pattern: string): string {
  let next = 0;
  return pattern.replaceAll('#', () => '00123456789012'[next++] ?? '0');
}

/** What an empty phone field shows (spec 5): +92 3XXXXXXXXX. */
export const phonePlaceholder = (pattern: string) => pattern.replaceAll('#', 'X');

/** "In any common form, such as 0300 1234567". */
export function phoneHint(pattern: string): string {
  const digits = digitsOf(phoneExample(pattern));
  return `In any common form, such as 0${digits.slice(0, 3)} ${digits.slice(3)}`;
}

/** The digits WhatsApp's link takes for a phone number: country code first, no plus. */
export function whatsappNumber(phone: string): string {
  return phone.replace(/\D/g, '');
}
