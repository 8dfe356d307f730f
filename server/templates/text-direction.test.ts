import { describe, expect, it } from 'vitest';
import {
  type EmailKind,
  type EmailTemplate,
  emailKindNames,
  emailKinds,
} from '#contract/settings/email-templates.ts';
import { emailSamples } from '#server/features.ts';
import type { EmailSender } from '#server/mail/compose-email.ts';
import { type SampleEmailValues, sampleEmailValues } from '#server/mail/email-sample.ts';
import {
  findReorderedHtmlLines,
  findReorderedTextLines,
} from '#server/test/content/text-direction.ts';

const patterns: [string, (id: number) => string][] = [
  ['Arabic', (id) => `نظام ${id} (v2.0)!`],
  ['Urdu with Latin words', (id) => `کتب خانہ portal ${id}، React (C++)?`],
  ['Hebrew that begins with a number', (id) => `${id}. שלום, (2)...`],
  ['Latin with an Arabic word', (id) => `Library ${id} نظام (v2.0)!`],
];

const templates: [string, (placeholders: string[]) => EmailTemplate][] = [
  ['the portal’s own text', () => ({})],
  [
    'an English template',
    (names) => ({
      opening: `${names.join(', ')}: see **${names.join('** (2)! *')}*.`,
      closing: `- ${names.join('\n- 2. ')}: [${names.join(' ')}](https://a.test/b/)!`,
    }),
  ],
  [
    'an Urdu template',
    (names) => ({
      opening: `محترم ${names.join('، آپ کا (2) ')}!`,
      closing: `- ${names.join(' کا\n- ')}: \`${names.join(' ')}\` [کتب ${names.join(' ')}](https://a.test/b/)۔`,
    }),
  ],
];

const now = new Date('2027-01-15T10:00:00.000Z');

function compose(kind: EmailKind, pattern: (id: number) => string, words: EmailTemplate) {
  let id = 10;
  const next = () => {
    id += 1;
    return pattern(id);
  };
  const texts = Object.fromEntries(
    Object.keys(sampleEmailValues).map((name) => [name, next()]),
  ) as SampleEmailValues;
  const office = { room: next(), hours: next(), email: 'office@university.test', phone: next() };
  const sender: EmailSender = {
    portalName: 'FYP Portal',
    name: next(),
    university: next(),
    office,
    publicUrl: 'https://fyp.university.test',
    words: { [kind]: words } as unknown as NonNullable<EmailSender['words']>,
  };
  const email = emailSamples[kind]({ sender, timeZone: 'Asia/Karachi', now, texts });
  const shown = Object.values(texts).filter((text) =>
    email.text.replaceAll('\u200b', '').includes(text),
  );
  return {
    email,
    texts: [...shown, sender.name, sender.university, office.room, office.hours, office.phone],
  };
}

describe.each(emailKindNames)('an email of the kind %s', (kind) => {
  const placeholders = emailKinds[kind].placeholders.map((name) => `{${name}}`);

  it.each(
    templates.flatMap(([template, words]) =>
      patterns.map(([script, pattern]) => ({ template, words, script, pattern })),
    ),
  )(
    'does not reorder characters within an inserted value: $script in $template',
    ({ words, pattern }) => {
      const { email, texts } = compose(kind, pattern, words(placeholders));
      expect(texts.length).toBeGreaterThan(5);
      expect(findReorderedTextLines(email.text, texts)).toEqual([]);
      expect(findReorderedHtmlLines(email.html, texts)).toEqual([]);
      expect(email.subject).not.toMatch(/[\u2066-\u2069]/);
    },
  );

  it('isolates left-to-right values in an Urdu template', () => {
    const words = templates.at(-1)?.[1](placeholders) ?? {};
    const { email, texts } = compose(kind, (id) => `C++ (${id})!`, words);
    // In English lines, which are left-to-right paragraphs, left-to-right values need no isolation.
    const template = email.text
      .split('\n')
      .filter((line) => /[\u0600-\u06ff]/.test(line))
      .join('\n');
    const shown = texts.filter((text) => template.includes(text));
    expect(shown.length).toBeGreaterThan(0);
    expect(findReorderedTextLines(template, shown)).toEqual([]);
    expect(findReorderedHtmlLines(email.html, texts)).toEqual([]);
  });
});
