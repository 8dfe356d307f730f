import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { composeEmail } from './compose-email.ts';
import { composeMimeMessage } from './message.ts';

const sender = {
  portalName: 'FYP Portal',
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

describe('a right-to-left name in an email', () => {
  const paragraph = 'Dear نظام (v2.0)!,\n\nعلی رضا was named in “שלום (2)”.';

  it('is enclosed in bidi isolates in the plain-text and HTML bodies', () => {
    const { text, html } = composeEmail(sender, { subject: 'Subject', blocks: [{ paragraph }] });
    expect(text).toContain(
      'Dear \u2068نظام (v2.0)!\u2069,\n\n\u2068علی رضا\u2069 was named in “\u2068שלום (2)\u2069”.',
    );
    expect(html).toContain(
      'Dear <bdi>نظام (v2.0)!</bdi>,<br>\n<br>\n<bdi>علی رضا</bdi> was named in “<bdi>שלום (2)</bdi>”.',
    );
  });

  it('is enclosed in bidi isolates in the subject of the composed message', async () => {
    const email = {
      recipient: 'a@university.test',
      text_body: '',
      html_body: '',
      message_id: '<1@a>',
    };
    const queued = { ...email, queued_at: '2026-11-10T05:00:00.000Z', reply_to: null };
    const write = async (subject: string) => {
      const message = { ...queued, subject } as unknown as Parameters<typeof composeMimeMessage>[0];
      const { bytes } = await composeMimeMessage(message, 'office@university.test');
      return (await PostalMime.parse(bytes)).subject;
    };
    expect(await write('نظام (v2.0)!: علی رضا objects')).toBe(
      '\u2068نظام (v2.0)!\u2069: \u2068علی رضا\u2069 objects',
    );
    expect(await write('Çağla’s thesis: 2 marks')).toBe('Çağla’s thesis: 2 marks');
  });
});

describe('the direction of user text in an email', () => {
  it.each(['نظام إدارة المكتبة (v2.0)!', 'مرحبا C++ (2)', 'שלום, world.'])(
    'is determined by the text itself, not by its left-to-right label: %j',
    (title) => {
      const { text, html } = compose(title);
      expect(text).toContain(`Title: \u2068${title}\u2069\n`);
      expect(text).toContain(`\u2068${title}\u2069\nTitle`);
      expect(html).toContain(`<strong>${title}</strong></td>`);
      expect(html).toMatch(/<td align="right" dir="auto"[^>]*><strong>/);
      expect(html).toMatch(/<h2 dir="auto"/);
    },
  );

  it('is set separately for each line of a multi-line text', () => {
    const { text, html } = compose('جید (1)!\nGood.', true);
    expect(text).toContain('Title: \u2068جید (1)!\u2069\nGood.\n');
    expect(html).toMatch(
      /<div dir="auto"[^>]*>جید \(1\)!<\/div>\n<div dir="auto"[^>]*>Good\.<\/div>/,
    );
  });

  it('is not marked with bidi control characters if the text is left-to-right', () => {
    expect(compose('Çağla’s library (v2.0)!').text).toContain('Title: Çağla’s library (v2.0)!\n');
  });
});
