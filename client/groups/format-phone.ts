import { whatsappNumber } from '#contract/phone.ts';

/** "+92 300 1234567", however the phone was written. */
export function formatPhone(phone: string): string {
  const number = whatsappNumber(phone);
  return `+${number.slice(0, 2)} ${number.slice(2, 5)} ${number.slice(5)}`;
}
