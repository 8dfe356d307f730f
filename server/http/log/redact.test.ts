import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createToken } from '#server/session/tokens.ts';
import { createLogger } from './log.ts';
import { redactPath } from './redact.ts';

function captureLog(work: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  work(createLogger('trace', { write: (line) => lines.push(line) }));
  return lines.join('');
}

const toHex = (character: string) =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
const spellCharacter = [
  (character: string) => character,
  toHex,
  (character: string) => toHex(character).toLowerCase(),
  (character: string) => toHex(character).replace('%', '%25'),
];
const spelling = fc.record({
  prefix: fc.constantFrom('/', '//', '///', '/./', '\\', '/api/', '/api//', 'http://portal.test/'),
  name: fc.constantFrom('calendar', 'CALENDAR', 'Calendar', 'unsubscribe', 'unSubscribe'),
  separator: fc.constantFrom('/', '//', '/./', '\\', '%2f', '%2F', '/x/'),
  suffix: fc.constantFrom('', '.ics', '.ICS', '/', '//', '%00', '?a=b', '#a', ';a'),
  spellings: fc.array(fc.nat(spellCharacter.length - 1), { minLength: 60, maxLength: 60 }),
});

function spell(token: string, { prefix, name, separator, suffix, spellings }: Spelling): string {
  const spellAll = (text: string, from: number) =>
    [...text]
      .map((character, at) => spellCharacter[spellings[from + at] ?? 0]?.(character))
      .join('');
  return `${prefix}${spellAll(name, 0)}${separator}${spellAll(token, 11)}${suffix}`;
}
type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never;

const decodeAll = (text: string) =>
  [1, 2, 3].reduce(
    (decoded) =>
      decoded.replace(/%([0-7][0-9a-f])/gi, (_, hex) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    text,
  );

describe('redactPath', () => {
  it('masks the token of a calendar or unsubscribe URL in every spelling', () => {
    fc.assert(
      fc.property(spelling, (spelled) => {
        const token = createToken();
        expect(decodeAll(redactPath(spell(token, spelled)))).not.toContain(token);
      }),
    );
  });

  it.each([
    '/api/auth/group/a%40university.test',
    '/assets/index-DU46vpR5.js',
    '/api/results/0d1b6c1e-7f2b-4c59-9c0a-b1f6a1f0c1d2/check',
    '/server/calendar/read-calendar.ts:12:3',
  ])('does not change %s', (path) => expect(redactPath(path)).toBe(path));
});

describe('the log', () => {
  it('contains no token, whether a child logger, a plugin’s object, a message or an error carries it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('authorization', 'Cookie', 'set-cookie', 'headers', 'password', 'token'),
        fc.nat(3),
        spelling,
        (name, depth, spelled) => {
          const token = createToken();
          const short = `${token.slice(0, 20)}!`;
          const nested = Array.from({ length: depth }).reduce<object>(
            (inner) => ({ inner, list: [inner] }),
            { [name]: short, url: spell(token, spelled) },
          );
          const text = captureLog((log) => {
            log.trace({ busboyOptions: nested }, 'Providing options');
            log.child({ context: nested }).child({ deep: 1 }, { serializers: {} }).info('child');
            log.info(`Route GET:${spell(token, spelled)} not found`);
            log.info('sent Bearer %s', token);
            log.error(new Error(`'${spell(token, spelled)}' is not a valid url component`));
            log.warn({ err: new Error('outer', { cause: new Error(`of ${token}`) }) });
          });
          expect(decodeAll(text)).not.toContain(token);
          expect(text).not.toContain(short);
          expect(text.trim().split('\n')).toHaveLength(6);
        },
      ),
    );
  });
});
