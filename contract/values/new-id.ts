const letters = 'bcdfghjkmnpqrstv';
const length = 12;

/**
 * Returns a random id of 48 bits for an entry of a setting, such as "hkvdmpqrstbc". The id is also
 * valid as a milestone key. It contains no vowels, so that it cannot spell a word in a URL.
 */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(length))]
    .map((byte) => letters[byte % letters.length])
    .join('');
