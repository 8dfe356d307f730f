import { describe, expect, it } from 'vitest';
import { composeEmail } from './compose-email.ts';

const sender = {
  name: 'Department',
  university: 'University',
  office: { room: 'Room 1', hours: '9 to 5', email: 'office@university.test', phone: '1' },
  publicUrl: 'https://fyp.university.test',
};
const compose = (value: string, isText = false) =>
  composeEmail(sender, {
    subject: 'Subject',
    blocks: [{ facts: [{ label: 'Title', value, isText }], heading: value }],
  });

describe('the direction of people’s texts in an email', () => {
  it.each(['نظام إدارة المكتبة (v2.0)!', 'مرحبا C++ (2)', 'שלום, world.'])(
    'follows %j alone, and not the label beside it',
    (title) => {
      const { text, html } = compose(title);
      expect(text).toContain(`Title: \u2068${title}\u2069\n`);
      expect(text).toContain(`\u2068${title}\u2069\nTitle`);
      expect(html).toContain(`<strong>${title}</strong></td>`);
      expect(html).toMatch(/<td align="right" dir="auto"[^>]*><strong>/);
      expect(html).toMatch(/<h2 dir="auto"/);
    },
  );

  it('is set for each line of a longer text', () => {
    const { text, html } = compose('جید (1)!\nGood.', true);
    expect(text).toContain('Title: \u2068جید (1)!\u2069\nGood.\n');
    expect(html).toMatch(/<div dir="auto"[^>]*>جید \(1\)!<br>\nGood\.<\/div>/);
  });

  it('adds no character to a text that is written from left to right', () => {
    expect(compose('Çağla’s library (v2.0)!').text).toContain('Title: Çağla’s library (v2.0)!\n');
  });
});
