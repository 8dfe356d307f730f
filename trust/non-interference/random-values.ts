import type { SeededRandom } from '#trust/lib/random.ts';

const emails = 'abcdefghijklmnopqrstuvwxyz ÄÖéñاب’"<&\\\n\t0123456789';
export const randomText = (random: SeededRandom) =>
  Array.from({ length: random.whole(1, 40) }, () => emails[random.whole(0, emails.length - 1)])
    .join('')
    .trim();
/** Returns a function that creates a different value for each row, for columns with a unique constraint. */
export const createUniqueText = (ending: string) => (random: SeededRandom, index: number) =>
  `${random.whole(0, 2 ** 31).toString(36)}.${index}${ending}`;
export const uniqueEmail = createUniqueText('@university.test');
export const randomInstant = (random: SeededRandom) =>
  new Date(Date.UTC(2026, 0, 1) + random.whole(0, 3e10)).toISOString();
export const randomlyNull =
  <T>(make: (random: SeededRandom) => T) =>
  (random: SeededRandom) =>
    random.next() < 0.5 ? null : make(random);
export const randomNumber = (most: number) => (random: SeededRandom) => random.whole(0, most);
export const randomChoice =
  (...all: string[]) =>
  (random: SeededRandom) =>
    all[random.whole(0, all.length - 1)] ?? null;
