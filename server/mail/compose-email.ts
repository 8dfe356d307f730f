import {
  type EmailKind,
  type Emails,
  fillIn,
  type PlaceholderOf,
} from '#contract/email-templates.ts';
import type { Services } from '#server/services.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** With `<br>`, for mail programs that ignore `white-space`. */
const lines = (text: string) => escaped(text).replace(/\r?\n/g, '<br>\n');

export type EmailSender = {
  name: string;
  university: string;
  office: { room: string; hours: string; email: string; phone: string };
  publicUrl: string;
  /** The department’s own. */
  words?: Emails;
};

export const emailSenderOf = ({ content, config }: Pick<Services, 'content' | 'config'>) => {
  const { name, university, office } = content.department;
  const words = content.emails;
  return { name, university, office, publicUrl: config.publicUrl, words } satisfies EmailSender;
};

/** `isText`: may have several lines. */
type Fact = { label: string; value: string; isText?: boolean };

/** Each kind has an HTML and a plain form, so that both say the same. */
export type Block =
  | { paragraph: string; isQuiet?: boolean }
  | { pieces: { text: string; href?: string }[] }
  | { facts: Fact[]; heading?: string }
  /** `isWritten`: writes the address out too, for mail programs that hide links. */
  | { link: string; label: string; isWritten?: boolean; isQuiet?: boolean };

const textOf = (block: Block): string => {
  if ('paragraph' in block) return block.paragraph;
  if ('pieces' in block) {
    const said = block.pieces.map(({ text, href }) =>
      href === undefined || href === text ? text : `${text} (${href})`,
    );
    return said.join('');
  }
  if ('link' in block) return `${block.label}: ${block.link}`;
  const facts = block.facts.map(({ label, value }) => `${label}: ${value}`);
  return [...(block.heading ? [block.heading] : []), ...facts].join('\n');
};

/** Inline, since some mail programs drop style sheets; text and background are always set together. */
const light = {
  page: 'background:#f4f2ee;color:#211f1c',
  card: 'background:#ffffff;color:#211f1c;border:1px solid #ddd8cf',
  quiet: 'color:#5c5750',
  line: 'border-top:1px solid #ddd8cf',
  link: 'color:#1d5b52',
  button: 'background:#1d5b52;color:#ffffff',
};
const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#171614!important;color:#ece8e1!important}
.card{background:#211f1c!important;color:#ece8e1!important;border-color:#45403a!important}
.quiet{color:#b5aea3!important}
.line{border-color:#45403a!important}
.link{color:#86cdbf!important}
.button{background:#86cdbf!important;color:#10211e!important}
}`;

const htmlOf = (block: Block): string => {
  if ('paragraph' in block) {
    const quiet = block.isQuiet ? ` class="quiet" style="margin:0 0 16px;${light.quiet}"` : '';
    return `<p${quiet || ' style="margin:0 0 16px"'}>${lines(block.paragraph)}</p>`;
  }
  if ('pieces' in block) {
    const said = block.pieces.map(({ text, href }) =>
      href === undefined
        ? lines(text)
        : `<a class="link" href="${escaped(href)}" style="${light.link}">${escaped(text)}</a>`,
    );
    return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${said.join('')}</p>`;
  }
  if ('link' in block) {
    const address = escaped(block.link);
    if (block.isQuiet) {
      return `<p class="quiet" style="margin:0 0 16px;font-size:14px;${light.quiet}"><a class="link" href="${address}" style="${light.link}">${escaped(block.label)}</a></p>`;
    }
    const written = block.isWritten
      ? `\n<p class="quiet" style="margin:0 0 16px;font-size:14px;word-break:break-all;${light.quiet}">${address}</p>`
      : '';
    return `<p style="margin:0 0 16px"><a class="button" href="${address}" style="display:inline-block;padding:10px 18px;border-radius:6px;font-weight:600;text-decoration:none;${light.button}">${escaped(block.label)}</a></p>${written}`;
  }
  const heading = block.heading
    ? `<h2 style="margin:0 0 8px;font-size:18px;line-height:1.3">${escaped(block.heading)}</h2>\n`
    : '';
  const rows = block.facts.map(factRow).join('\n');
  return `${heading}<table role="presentation" class="line" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse;${light.line}">
${rows}
</table>`;
};

const factRow = ({ label, value, isText }: Fact): string =>
  isText
    ? `<tr><td colspan="2" style="padding:4px 0 0;overflow-wrap:anywhere"><span class="quiet" style="${light.quiet}">${escaped(label)}:</span><br>\n${lines(value)}</td></tr>`
    : `<tr><td style="padding:8px 12px 0 0;vertical-align:top">${escaped(label)}</td><td align="right" style="padding:8px 0 0;vertical-align:top"><strong>${escaped(value)}</strong></td></tr>`;

type Composed = { subject: string; text: string; html: string; replyTo: string };

/** Of which kind it is, where the department words it, and what its placeholders stand for. */
type Own = {
  [Kind in EmailKind]: { kind: Kind; values: Record<PlaceholderOf<Kind>, string> };
}[EmailKind];

type NewEmail = {
  subject: string;
  blocks: Block[];
  replyTo?: string | undefined;
  own?: Own;
  /** Whoever has an account may choose whether emails of this kind come. */
  isOptional?: boolean;
};

/** The department’s words are added to what the email tells, so that it tells no less. */
function worded(
  { words }: EmailSender,
  { subject, blocks, own }: NewEmail,
): { subject: string; blocks: Block[] } {
  const chosen = own && words?.[own.kind];
  if (!chosen) return { subject, blocks };
  const filled = (text: string | undefined) => text && fillIn(text, own.values);
  const asBlocks = (text: string | undefined): Block[] =>
    (filled(text) ?? '') === '' ? [] : [{ paragraph: filled(text) ?? '' }];
  const { greeting, rest } = greetingOf(blocks);
  const opening = asBlocks(chosen.opening);
  return {
    subject: filled(chosen.subject) ?? subject,
    blocks: [
      ...(opening.length > 0 ? [...greeting, ...opening, ...rest] : blocks),
      ...asBlocks(chosen.closing),
    ],
  };
}

/** "Dear …," and what follows, which may be of the same paragraph. */
function greetingOf(blocks: Block[]): { greeting: Block[]; rest: Block[] } {
  const [first, ...others] = blocks;
  if (!first || !('paragraph' in first) || !first.paragraph.startsWith('Dear ')) {
    return { greeting: [], rest: blocks };
  }
  const [greeting = '', ...said] = first.paragraph.split('\n\n');
  const left = said.length > 0 ? [{ ...first, paragraph: said.join('\n\n') }] : [];
  return { greeting: [{ ...first, paragraph: greeting }], rest: [...left, ...others] };
}

/** Replies go to `replyTo`, else to the office. */
export function composeEmail(sender: EmailSender, email: NewEmail): Composed {
  const { subject, blocks: said } = worded(sender, email);
  const { replyTo, isOptional } = email;
  const { name, university, office, publicUrl } = sender;
  const settings = { link: `${publicUrl}/notices`, label: 'Choose which emails you get' };
  const blocks = isOptional ? [...said, { ...settings, isQuiet: true }] : said;
  const from = `${name}, ${university}`;
  const contact = [office.room, office.hours, `Phone ${office.phone}`, `Email ${office.email}`];
  const text = [
    `${from}\nFYP Portal`,
    ...blocks.map(textOf),
    [from, ...contact, `FYP Portal: ${publicUrl}/`].join('\n'),
  ];
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title>
<style>${sheet}</style></head>
<body class="page" style="margin:0;padding:0;${light.page}">
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" style="${light.page}"><tr><td align="center" style="padding:24px 12px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;text-align:left">
<tr><td style="padding:0 4px 12px"><strong>FYP Portal</strong><br><span class="quiet" style="font-size:14px;${light.quiet}">${escaped(from)}</span></td></tr>
<tr><td class="card" style="padding:24px 20px 8px;border-radius:8px;${light.card}">
${blocks.map(htmlOf).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;font-size:14px;${light.quiet}">${escaped(from)}<br>${escaped(office.room)}<br>${escaped(office.hours)}<br>Phone ${escaped(office.phone)}<br>Email <a class="link" href="mailto:${escaped(office.email)}" style="${light.link}">${escaped(office.email)}</a><br><a class="link" href="${escaped(publicUrl)}/" style="${light.link}">FYP Portal</a></td></tr>
</table></td></tr></table>
</body></html>`;
  return { subject, text: `${text.join('\n\n')}\n`, html, replyTo: replyTo ?? office.email };
}
