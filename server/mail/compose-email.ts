import {
  type EmailKind,
  type Emails,
  fillIn,
  type PlaceholderOf,
} from '#contract/email-templates.ts';
import { type FormattedText, mapRuns } from '#contract/values/formatted-text.ts';
import { parseFormattedText } from '#contract/values/parse-formatted-text.ts';
import type { Services } from '#server/services.ts';
import { formatAsHtml, formatAsText } from './formatted-email.ts';
import { escapeHtml, escapeLines, light, styleSheet, withBreaks } from './html-parts.ts';
import { isolateLines, isolateNames, isolateNamesInHtml } from './isolate.ts';

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
  | { formatted: FormattedText }
  | { facts: Fact[]; heading?: string }
  /** `isWritten`: writes the address out too, for mail programs that hide links. */
  | { link: string; label: string; isWritten?: boolean; isQuiet?: boolean };

const textOf = (block: Block, publicUrl: string): string => {
  if ('paragraph' in block) return isolateNames(block.paragraph);
  if ('formatted' in block) return formatAsText(block.formatted, publicUrl);
  if ('link' in block) return `${block.label}: ${block.link}`;
  const facts = block.facts.map(
    ({ label, value }) => `${isolateNames(label)}: ${isolateLines(value)}`,
  );
  return [...(block.heading ? [isolateLines(block.heading)] : []), ...facts].join('\n');
};

const htmlOf = (block: Block, publicUrl: string): string => {
  if ('paragraph' in block) {
    const quiet = block.isQuiet ? ` class="quiet" style="margin:0 0 16px;${light.quiet}"` : '';
    return `<p dir="auto"${quiet || ' style="margin:0 0 16px"'}>${withBreaks(isolateNamesInHtml(escapeHtml(block.paragraph)))}</p>`;
  }
  if ('formatted' in block) return formatAsHtml(block.formatted, publicUrl);
  if ('link' in block) {
    const address = escapeHtml(block.link);
    if (block.isQuiet) {
      return `<p class="quiet" style="margin:0 0 16px;font-size:14px;${light.quiet}"><a class="link" href="${address}" style="${light.link}">${escapeHtml(block.label)}</a></p>`;
    }
    const written = block.isWritten
      ? `\n<p class="quiet" style="margin:0 0 16px;font-size:14px;word-break:break-all;${light.quiet}">${address}</p>`
      : '';
    return `<p style="margin:0 0 16px"><a class="button" href="${address}" style="display:inline-block;padding:10px 18px;border-radius:6px;font-weight:600;text-decoration:none;${light.button}">${escapeHtml(block.label)}</a></p>${written}`;
  }
  const heading = block.heading
    ? `<h2 dir="auto" style="margin:0 0 8px;font-size:18px;line-height:1.3">${escapeHtml(block.heading)}</h2>\n`
    : '';
  const rows = block.facts.map(factRow).join('\n');
  return `${heading}<table role="presentation" class="line" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse;${light.line}">
${rows}
</table>`;
};

const factRow = ({ label, value, isText }: Fact): string =>
  isText
    ? `<tr><td colspan="2" style="padding:4px 0 0;overflow-wrap:anywhere"><span class="quiet" style="${light.quiet}">${isolateNamesInHtml(escapeHtml(label))}:</span><div dir="auto" style="text-align:start">${escapeLines(value)}</div></td></tr>`
    : `<tr><td style="padding:8px 12px 0 0;vertical-align:top">${isolateNamesInHtml(escapeHtml(label))}</td><td align="right" dir="auto" style="padding:8px 0 0;vertical-align:top"><strong>${escapeHtml(value)}</strong></td></tr>`;

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
  // Values are put in after parsing: what a title or name holds is text, whatever it looks like.
  const asBlocks = (text = ''): Block[] => {
    const { blocks } = parseFormattedText(text);
    return blocks.length === 0
      ? []
      : [{ formatted: mapRuns(blocks, (words) => fillIn(words, own.values)) }];
  };
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
    ...blocks.map((block) => textOf(block, publicUrl)),
    [from, ...contact, `FYP Portal: ${publicUrl}/`].join('\n'),
  ];
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${styleSheet}</style></head>
<body class="page" style="margin:0;padding:0;${light.page}">
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" style="${light.page}"><tr><td align="center" style="padding:24px 12px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;text-align:left">
<tr><td style="padding:0 4px 12px"><strong>FYP Portal</strong><br><span class="quiet" style="font-size:14px;${light.quiet}">${escapeHtml(from)}</span></td></tr>
<tr><td class="card" style="padding:24px 20px 8px;border-radius:8px;${light.card}">
${blocks.map((block) => htmlOf(block, publicUrl)).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;font-size:14px;${light.quiet}">${escapeHtml(from)}<br>${escapeHtml(office.room)}<br>${escapeHtml(office.hours)}<br>Phone ${escapeHtml(office.phone)}<br>Email <a class="link" href="mailto:${escapeHtml(office.email)}" style="${light.link}">${escapeHtml(office.email)}</a><br><a class="link" href="${escapeHtml(publicUrl)}/" style="${light.link}">FYP Portal</a></td></tr>
</table></td></tr></table>
</body></html>`;
  return { subject, text: `${text.join('\n\n')}\n`, html, replyTo: replyTo ?? office.email };
}
