import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupRules } from '#tools/test/group-rules.ts';
import { buildPhoneSchema, getPhoneHint, getPhonePlaceholder, toWhatsAppNumber } from './phone.ts';

const Phone = buildPhoneSchema(groupRules);

const errorOf = (text: unknown) => Phone.safeParse(text).error?.issues[0]?.message;
const example = 'Enter a phone number such as +92 3001234567.';

describe('a phone number', () => {
  it.each([
    '0301 2345678',
    '0301.2345678',
    '(0301) 2345678',
    '03012345678',
    '3012345678',
    '+92 301 2345678',
    '+92 (0) 301 234 5678',
    '923012345678',
    '00923012345678',
    ' 0301\u00a02345678 ',
    '0301\u20112345678',
    '0301 \u2013 2345678',
    '\u202a+92 301 2345678\u202c',
    '０３０１ ２３４５６７８',
  ])('is normalised: %s', (written) => {
    expect(Phone.parse(written)).toBe('+92 3012345678');
  });

  it('is either rejected or stored with the last ten digits that were entered', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+\d ().-]{0,18}$/)), (text) => {
        const stored = Phone.safeParse(text).data;
        const plain = text.replace(/[^\d]/g, '');
        if (stored !== undefined) {
          expect(stored).toMatch(/^\+92 3\d{9}$/);
          expect(plain.endsWith(stored.slice(4))).toBe(true);
          expect(['', '0', '92', '920', '0092', '00920']).toContain(plain.slice(0, -10));
        }
      }),
    );
  });

  it.each([
    '3001234567 1',
    '+923',
    '0300123456',
    '030012345678',
    '+92 4001234567',
    '+93 3001234567',
    '092 3001234567',
    '+923٠٠١٢٣٤٥٦٧',
    '051 9048 5000',
    '3'.repeat(100_000),
    '\u0300\u0316'.repeat(100_000),
  ])('is rejected with an error that shows a valid example: %.20s', (text) =>
    expect(errorOf(text)).toBe(example),
  );

  it.each(['', ' ', '-', undefined, null, 3001234567])(
    'is required, and is reported as missing for the input %j',
    (input) => {
      expect(errorOf(input)).toBe('Phone is required.');
    },
  );

  it('is stripped of all characters except digits for a WhatsApp link', () => {
    expect(toWhatsAppNumber('+92 3012345678')).toBe('923012345678');
  });
});

describe('the phone pattern of another country', () => {
  const Norwegian = buildPhoneSchema({ phone: '+47 ########' });

  it.each(['22 85 50 50', '+47 22855050', '0047 22 85 50 50', '4722855050'])(
    'accepts %s',
    (written) => {
      expect(Norwegian.parse(written)).toBe('+47 22855050');
    },
  );

  it('rejects a number of the default country with an error that shows a valid example', () => {
    const { error } = Norwegian.safeParse('+92 3001234567');
    expect(error?.issues[0]?.message).toBe('Enter a phone number such as +47 00123456.');
  });

  it('is the field’s placeholder with X for each free digit, as is the default pattern, whose hint shows an example number', () => {
    expect(getPhonePlaceholder('+47 ########')).toBe('+47 XXXXXXXX');
    expect(getPhonePlaceholder(groupRules.phone)).toBe('+92 3XXXXXXXXX');
    expect(getPhoneHint(groupRules.phone)).toBe('In any common form, such as 0300 1234567');
  });
});
