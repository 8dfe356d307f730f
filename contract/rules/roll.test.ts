import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRollSchema, matchesRollPattern, RollNumber, toRollKey } from './roll.ts';

const errorOf = (text: unknown) => RollNumber.safeParse(text).error?.issues[0]?.message;
const dashes = {
  'hyphen-minus': '-',
  hyphen: '\u2010',
  'hyphen bullet': '\u2043',
  'superscript minus': '\u207b',
  'minus sign': '\u2212',
  'modifier letter minus': '\u02d7',
  'heavy minus': '\u2796',
};

describe('a roll number', () => {
  it.each(Object.entries(dashes))('is stored with "-" instead of any other dash: %s', (_, dash) => {
    expect(RollNumber.parse(`F22${dash}014`)).toBe('F22-014');
    expect(toRollKey(`F22${dash}014`)).toBe(toRollKey('F22-014'));
  });

  it.each([
    ['full-width letters and digits', 'Ｆ２２－０１４', 'F22-014'],
    ['a non-breaking space', 'F22\u00a0014', 'F22 014'],
    ['spaces around it', '  F22-014 ', 'F22-014'],
    ['other punctuation', 'F22/CS(014)', 'F22/CS(014)'],
  ])('is normalised: %s', (_, written, stored) => {
    expect(RollNumber.parse(written)).toBe(stored);
  });

  it.each([
    ['a Cyrillic letter', 'Ф22-014'],
    ['a Greek letter drawn like a Latin one', 'Ο22-014'],
    ['a Latin letter with an accent', 'É22-014'],
    ['Arabic-Indic digits', 'F22-٠١٤'],
    ['Persian digits', 'F22-۰۱۴'],
    ['a mark over a digit', 'F22-01\u03044'],
    ['an emoji', 'F22-014 🎓'],
  ])('is rejected with %s', (_, written) => {
    expect(errorOf(written)).toBe(
      'Roll number can contain only the letters A to Z, digits and punctuation.',
    );
  });

  it('is stored without invisible characters', () => {
    expect(RollNumber.parse('F22\u00ad-BCS\u200b-014\ufeff')).toBe('F22-BCS-014');
  });

  it.each([
    ['no characters', '', 'Roll number is required.'],
    ['punctuation only', '- / -', 'Roll number must contain a letter or digit.'],
    ['31 characters', '1'.repeat(31), 'Roll number must be 30 characters or fewer.'],
    ['99,999 characters', '1'.repeat(99_999), 'Roll number must be 30 characters or fewer.'],
  ])('is rejected with %s', (_, written, message) => expect(errorOf(written)).toBe(message));
});

describe('the key of a roll number', () => {
  it('ignores case and separators', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-zA-Z0-9]{1,10}$/),
        fc.constantFrom(' ', '-', ' - ', '/', '.', '_', ...Object.values(dashes)),
        (roll, gap) => {
          expect(toRollKey([...roll.toLowerCase()].join(gap))).toBe(toRollKey(roll.toUpperCase()));
        },
      ),
    );
  });

  it('differs if any letter or digit differs, or if their order differs', () => {
    expect(toRollKey('F22-014')).not.toBe(toRollKey('F22-104'));
    expect(toRollKey('F22-014')).not.toBe(toRollKey('E22-014'));
  });
});

describe('a department’s roll number pattern', () => {
  const Patterned = buildRollSchema({ roll: { pattern: 'F##-AAA-###', example: 'F22-BCS-014' } });

  it.each(['F22-BCS-014', 'f22-bcs-014', ' F22–BCS–014 '])(
    'accepts %j and normalises it to F22-BCS-014',
    (typed) => {
      expect(Patterned.parse(typed)).toBe('F22-BCS-014');
    },
  );

  it.each(['F22-BCS-14', 'G22-BCS-014', 'F22-BC1-014', 'F2A-BCS-014', 'F22-BCS-0145'])(
    'rejects %j with an error that shows a valid example',
    (typed) => {
      expect(Patterned.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
        'Roll number must look like F22-BCS-014.',
      ]);
    },
  );

  it('matches no digit or letter outside ASCII with its placeholders # and A', () => {
    expect(['٣', 'é', '１'].map((sign) => matchesRollPattern(sign, '#'))).toEqual([
      false,
      false,
      false,
    ]);
    expect(['É', 'ß', 'Ａ'].map((sign) => matchesRollPattern(sign, 'A'))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('may be omitted, in which case the general roll number schema applies', () => {
    expect(buildRollSchema({})).toBe(RollNumber);
  });
});
