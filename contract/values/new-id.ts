const letters = 'bcdfghjkmnpqrstv';
const length = 12;

/**
 * Returns a random id for an entry of a setting, such as "hkvdmpqrstbc": 48 bits, never made from a title. It fits both
 * ids and keys of milestones, and without vowels it spells no word in a URL.
 */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(length))]
    .map((byte) => letters[byte % letters.length])
    .join('');
