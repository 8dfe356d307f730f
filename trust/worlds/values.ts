import type { Random } from '#trust/lib/random.ts';

const emails = 'abcdefghijklmnopqrstuvwxyz ÄÖéñاب’"<&\\\n\t0123456789';
export const text = (random: Random) =>
  Array.from({ length: random.whole(1, 40) }, () => emails[random.whole(0, emails.length - 1)])
    .join('')
    .trim();
/** Unique, as the portal keeps emails, names of groups and roll numbers. */
export const unique = (ending: string) => (random: Random, index: number) =>
  `${random.whole(0, 2 ** 31).toString(36)}.${index}${ending}`;
export const email = unique('@university.test');
export const instant = (random: Random) =>
  new Date(Date.UTC(2026, 0, 1) + random.whole(0, 3e10)).toISOString();
export const orNull =
  <T>(make: (random: Random) => T) =>
  (random: Random) =>
    random.next() < 0.5 ? null : make(random);
export const number = (most: number) => (random: Random) => random.whole(0, most);
export const oneOf =
  (...all: string[]) =>
  (random: Random) =>
    all[random.whole(0, all.length - 1)] ?? null;
