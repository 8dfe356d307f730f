const letters = 'bcdfghjkmnpqrstv';
const length = 12;

/** Returns a random 48-bit id, also valid as a milestone key. Has no vowels, so that it cannot spell a word. */
export const createRandomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(length))]
    .map((byte) => letters[byte % letters.length])
    .join('');

/** Returns a random UUID (version 4). Browsers have `crypto.randomUUID` on pages with HTTPS only. */
export function createRandomUuid(): string {
  const digits = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
