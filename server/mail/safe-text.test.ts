import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailKindNames } from '#contract/settings/email-templates.ts';
import { composePasswordResetEmail } from '#server/account/password-email.ts';
import { composeAnnouncementEmail } from '#server/announcements/announcement-email.ts';
import { emailSamples } from '#server/features.ts';
import {
  buildMembershipObjectionEmail,
  buildOfficeProposalEmail,
} from '#server/groups/group-emails.ts';
import { buildMemberStaffEmail, buildStaffEmail } from '#server/groups/staff/staff-emails.ts';
import { composeMarkConversionEmail } from '#server/marks/emails/conversion-email.ts';
import { composeMarksEmail } from '#server/marks/emails/marks-email.ts';
import { composeEmail, type EmailSender } from './compose-email.ts';
import { sampleEmailValues } from './email-sample.ts';
import { defuseLinks, safeText, showEmailAddress } from './safe-text.ts';

const publicUrl = 'https://fyp.university.test';
const officeEmail = 'office@university.test';
const ownAddress = 'aya@university.test';
const sampleAddress = 'bilal.ahmed@university.edu';
const sender: EmailSender = {
  portalName: 'FYP Portal',
  name: 'Department',
  university: 'University',
  office: { room: 'Room 1', hours: 'daily', email: officeEmail, phone: '1' },
  publicUrl,
};

const hostile = [
  'https://evil.com/pay',
  '* https://evil.com/pay',
  'HTTP://EVIL.COM',
  'www.evil.com',
  'evil.zip',
  'evil.co.uk/path?x=1#y',
  'http://192.0.2.7/a',
  '192.0.2.7/a',
  'ftp://evil.com',
  'mailto:thief@evil.com',
  'thief@evil.com',
  'tel:+923001234567',
  'javascript:alert(1)',
  '[your marks](https://evil.com)',
  '<https://evil.com>',
  '<a href="https://evil.com">x</a>',
  'еvil.com',
  'пример.рф',
  '例え。テスト',
  'evil．com',
  'evil｡com',
  'evil․com',
  'thief＠evil.com',
  'evil.\u00adcom',
  'evil\u2060.com',
  '\u202eevil.com',
  'نظام.evil.com',
  'user:pass@evil.com:8080',
  'Dr.evil.com',
  'v2.0.evil.com',
  '7.25.evil.com',
];
const value = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 8 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(' '));

const linkLike = [
  /\p{L}[:：﹕]\/\//u,
  /(?:mailto|tel|javascript)[:：](?!\u200b)\S/iu,
  /[\p{L}\p{N}][@＠﹫](?!\u200b)[\p{L}\p{N}]/u,
  /[\p{L}\p{N}-]\p{Cf}*[.。．｡․﹒](?!\u200b)\p{Cf}*\p{L}/u,
  /\d\.\d+\.\d+\.\d/,
];

/** Returns the texts in which a mail program could find a link, apart from the portal's URLs and allowed addresses. */
function findLinks(text: string): string[] {
  const words = text
    .replace(/https:\/\/fyp\.university\.test[\w/#=?&.%-]*/g, '')
    .split(/[\s<>"()]+/)
    .filter(
      (word) => ![officeEmail, ownAddress, sampleAddress].includes(word.replace(/[.,]$/, '')),
    );
  return words.filter((word) => linkLike.some((pattern) => pattern.test(word)));
}

/** Returns the text of an HTML email and the targets of its links, as two kinds of words. */
const toWords = (html: string) => ({
  text: html
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, ' '),
  targets: [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href),
});

function expectNoForeignLink({ subject, text, html }: ReturnType<typeof composeEmail>) {
  const { text: htmlText, targets } = toWords(html);
  expect([...findLinks(subject), ...findLinks(text), ...findLinks(htmlText)]).toEqual([]);
  for (const target of targets) {
    expect(target.startsWith(publicUrl) || target === `mailto:${officeEmail}`).toBe(true);
  }
}

const by = (name: string) => ({ name, email: ownAddress });
const now = new Date('2027-01-15T10:00:00.000Z');
const timeZone = 'Asia/Karachi';
const group = (x: string) => ({ name: 'BSCS-2027-001', title: x });
const proposed = (x: string) => ({
  ...group(x),
  program: 'BSCS',
  category: x,
  supervisor: x,
  members: [{ name: x, roll: x }],
});
const staffRole = (x: string) => ({ as: 'supervisor', group: group(x) });
const link = `${publicUrl}/#reset=token`;
const marked = (x: string) => ({ title: 'Month 1', total: 10, marks: 7.25, feedback: x });

const composers: Record<string, (x: string) => ReturnType<typeof composeEmail>> = {
  announcement: (x) => composeAnnouncementEmail(sender, x, { title: 'Vivas', text: [], by: x }),
  'conversion of marks': (x) =>
    composeMarkConversionEmail(sender, { group: group(x), member: { name: x }, marks: [] }),
  marks: (x) =>
    composeMarksEmail(sender, {
      ...{ group: group(x), member: { name: x }, marks: [marked(x)], markers: [x] },
      viva: { date: null, status: 'pass', feedback: x },
      replier: by(x),
      sentAgainBy: x,
    }),
  'named staff': (x) =>
    buildStaffEmail(sender, {
      ...{ staff: { name: x }, by: by(x), path: '/faculty' },
      ...{ named: [staffRole(x)], ended: [] },
    }),
  'former staff': (x) =>
    buildStaffEmail(sender, {
      ...{ staff: { name: x }, by: by(x), path: '/faculty' },
      ...{ named: [], ended: [staffRole(x)] },
    }),
  'staff of several groups': (x) =>
    buildStaffEmail(sender, {
      ...{ staff: { name: x }, by: by(x), path: '/faculty' },
      ...{ named: [staffRole(x), staffRole(x)], ended: [staffRole(x), staffRole(x)] },
    }),
  'staff of a member': (x) =>
    buildMemberStaffEmail(sender, {
      ...{ member: { name: x }, group: group(x), roles: ['supervisor'], by: by(x) },
      sentences: [`${x} is now the supervisor of BSCS-2027-001, instead of ${x}.`],
    }),
  objection: (x) => buildMembershipObjectionEmail(sender, { member: by(x), group: group(x) }),
  'password reset': () => composePasswordResetEmail(sender, { link }),
  'proposal to the office': (x) =>
    buildOfficeProposalEmail(sender, { group: proposed(x), by: by(x) }),
  ...Object.fromEntries(
    emailKindNames.map((kind) => [
      `template ${kind}`,
      (x: string) => {
        const texts = Object.fromEntries(
          Object.keys(sampleEmailValues).map((name) => [name, x]),
        ) as typeof sampleEmailValues;
        const opening = 'About {name} in {group}: {title} {student} {file} {milestone}';
        const words = { subject: '{name} {group}', opening };
        const emails = { [kind]: words } as unknown as NonNullable<EmailSender['words']>;
        return emailSamples[kind]({ sender: { ...sender, words: emails }, timeZone, now, texts });
      },
    ]),
  ),
};

describe('defuseLinks', () => {
  it.each(hostile)('breaks up every link in “%s”, and only adds zero-width spaces', (text) => {
    expect(findLinks(text).length).toBeGreaterThan(0);
    expect(findLinks(defuseLinks(text))).toEqual([]);
    expect(defuseLinks(text).replaceAll('\u200b', '')).toBe(text);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(value, (text) => {
        expect(defuseLinks(defuseLinks(text))).toBe(defuseLinks(text));
      }),
    );
  });

  it.each([
    'Dr. Who: a tracker for campus buses (phase 2)',
    '7.25 of 10',
    '30 November 2026, 23:59',
    'Çağla’s library (v2.0)!',
    'Milestones marked: 6 of 25.',
  ])('does not change “%s”', (text) => expect(defuseLinks(text)).toBe(text));
});

describe('showEmailAddress', () => {
  it.each([
    '//www.evil.test/p?1@university.test',
    'a?bcc=b@university.test',
    'www.evil.test@university.test',
    'a@www.evil.test',
    'a/evil.zip@university.test',
  ])('breaks up the address %s, part of which could become a link', (address) => {
    const { text } = showEmailAddress(address);
    expect(findLinks(text)).toEqual([]);
    expect(text.replaceAll('\u200b', '')).toBe(address);
  });

  it.each(['aya.khan@mail-1.university.test', "o'brien+fyp_2@campus"])(
    'does not change the address %s, so that it can be copied',
    (address) => expect(showEmailAddress(address).text).toBe(address),
  );
});

describe('an email', () => {
  it.each(Object.entries(composers))(
    'has no link that a user typed, whatever names, titles and reasons contain: %s',
    (_, compose) => {
      fc.assert(
        fc.property(value, (text) => {
          expectNoForeignLink(compose(text));
        }),
        { numRuns: 40, examples: hostile.map((text) => [text]) },
      );
    },
  );

  it('has no link in any place in which it shows a string', () => {
    fc.assert(
      fc.property(value, (text) => {
        expectNoForeignLink(
          composeEmail(sender, {
            subject: text,
            blocks: [
              { paragraph: text },
              { paragraph: safeText`By ${text} (${showEmailAddress(ownAddress)})` },
              { heading: text, facts: [{ label: text, value: text }] },
              { facts: [{ label: text, value: `${text}\n${text}`, isText: true }] },
              { link: `${publicUrl}/desk`, label: text },
            ],
          }),
        );
      }),
    );
  });
});
