const letters = 'bcdfghjkmnpqrstv';
const length = 12;

/**
 * Returns a random 48-bit id for an entry of a setting, such as "hkvdmpqrstbc". Ids are also valid milestone keys. They
 * contain no vowels, so that they cannot spell a word in a URL.
 */
export const createRandomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(length))]
    .map((byte) => letters[byte % letters.length])
    .join('');
