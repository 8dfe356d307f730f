import { normalise } from './normalise.ts';
import { shortText } from './text.ts';

const wrong = 'Enter a phone number such as +92 3001234567.';
/** What people put between the digits, or paste along without seeing it. */
const separators = /[\s\p{Pd}\p{Cf}\u2212.()]/gu;
/** With the country's code, a zero before the network's, both, or neither. */
const mobile = /^(?:(?:\+|00)?92)?0?(3\d{9})$/;

/** A Pakistani mobile number in any common form (spec 5, decisions), as `+92 3001234567`. */
export const Phone = shortText('Phone is required.', 40, wrong)
  .overwrite((text) => normalise('NFKC', text).replace(separators, ''))
  .min(1, 'Phone is required.')
  .regex(mobile, wrong)
  .overwrite((text) => text.replace(mobile, '+92 $1'));

/** What an empty phone field shows (spec 5). */
export const phonePlaceholder = '+92 3XXXXXXXXX';

export const phoneHint = 'In any common form, such as 0300 1234567';

/** The digits WhatsApp's link takes for a phone number: country code first, no plus. */
export function whatsappNumber(phone: string): string {
  return phone.replace(/\D/g, '');
}
