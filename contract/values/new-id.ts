const letters = 'bcdfghjkmnpqrstv';
const length = 12;

/** Returns a random 48-bit id, also valid as a milestone key. Has no vowels, so that it cannot spell a word. */
export const createRandomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(length))]
    .map((byte) => letters[byte % letters.length])
    .join('');
