import { paths } from '#contract/paths.ts';
import {
  type EmailKind,
  type EmailPlaceholder,
  type EmailTemplates,
  fillPlaceholders,
} from '#contract/settings/email-templates.ts';
import { getPortalName } from '#contract/settings/portal-names.ts';
import { type FormattedText, mapTextRuns } from '#contract/values/formatted/formatted-text.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import {
  encloseInIsolate,
  hasRightToLeft,
  isolateRightToLeft,
  isolateRightToLeftValues,
  removeBidiControls,
} from '#contract/values/isolate.ts';
import { buildMailtoUrl } from '#contract/values/mailto.ts';
import type { Services } from '#server/services.ts';
import { formatAsHtml, formatAsText } from './formatted-email.ts';
import {
  darkThemeStyleSheet,
  escapeHtml,
  escapeHtmlLines,
  escapeHtmlWithBidiIsolates,
  lightThemeStyles,
} from './html-parts.ts';
import { isolateRightToLeftLines, isolateRightToLeftWords } from './isolate.ts';
import { type EmailText, renderEmailText } from './safe-text.ts';

export type EmailSender = {
  portalName: string;
  name: string;
  university: string;
  office: { room: string; hours: string; email: string; phone: string };
  publicUrl: string;
  /** Email templates that the department has edited. */
  words?: EmailTemplates;
};

export const getEmailSender = ({ content, config }: Pick<Services, 'content' | 'config'>) => {
  const { name, university, office } = content.department;
  const portalName = getPortalName(content.department);
  const words = content.emails;
  return {
    portalName,
    name,
    university,
    office,
    publicUrl: config.publicUrl,
    words,
  } satisfies EmailSender;
};

type Fact<Text> = { label: Text; value: Text; isText?: boolean };

type Block<Text> =
  | { paragraph: Text; isQuiet?: boolean }
  | { formatted: FormattedText }
  | { facts: Fact<Text>[]; heading?: Text }
  /** If `isWritten` is true, the URL is also shown as text, for mail programs that hide links. */
  | { link: string; label: Text; isWritten?: boolean; isQuiet?: boolean };

export type EmailBlock = Block<EmailText>;
type RenderedBlock = Block<string>;

function renderTexts(block: EmailBlock): RenderedBlock {
  if ('paragraph' in block) return { ...block, paragraph: renderEmailText(block.paragraph) };
  if ('formatted' in block) return block;
  if ('link' in block) return { ...block, label: renderEmailText(block.label) };
  const facts = block.facts.map(({ label, value, isText = false }) => ({
    label: renderEmailText(label),
    value: renderEmailText(value),
    isText,
  }));
  return block.heading === undefined
    ? { facts }
    : { facts, heading: renderEmailText(block.heading) };
}

const formatBlockAsText = (block: RenderedBlock, publicUrl: string): string => {
  if ('paragraph' in block) return isolateRightToLeftWords(block.paragraph);
  if ('formatted' in block) return formatAsText(block.formatted, publicUrl);
  if ('link' in block) return `${isolateRightToLeftWords(block.label)}: ${block.link}`;
  const facts = block.facts.map(
    ({ label, value }) => `${isolateRightToLeftWords(label)}: ${isolateRightToLeftLines(value)}`,
  );
  return [...(block.heading ? [isolateRightToLeftLines(block.heading)] : []), ...facts].join('\n');
};

const formatBlockAsHtml = (block: RenderedBlock, publicUrl: string): string => {
  if ('paragraph' in block) {
    const quiet = block.isQuiet
      ? ` class="quiet" style="margin:0 0 16px;${lightThemeStyles.quiet}"`
      : '';
    return `<p dir="auto"${quiet || ' style="margin:0 0 16px"'}>${escapeHtmlLines(isolateRightToLeftWords(block.paragraph))}</p>`;
  }
  if ('formatted' in block) return formatAsHtml(block.formatted, publicUrl);
  if ('link' in block) {
    const address = escapeHtml(block.link);
    const label = escapeHtmlWithBidiIsolates(isolateRightToLeftWords(block.label));
    if (block.isQuiet) {
      return `<p class="quiet" style="margin:0 0 16px;font-size:14px;${lightThemeStyles.quiet}"><a class="link" href="${address}" style="${lightThemeStyles.link}">${label}</a></p>`;
    }
    const written = block.isWritten
      ? `\n<p class="quiet" style="margin:0 0 16px;font-size:14px;word-break:break-all;${lightThemeStyles.quiet}">${address}</p>`
      : '';
    return `<p style="margin:0 0 16px"><a class="button" href="${address}" style="display:inline-block;padding:10px 18px;border-radius:6px;font-weight:600;text-decoration:none;${lightThemeStyles.button}">${label}</a></p>${written}`;
  }
  const heading = block.heading
    ? `<h2 dir="auto" style="margin:0 0 8px;font-size:18px;line-height:1.3">${escapeHtmlWithBidiIsolates(block.heading)}</h2>\n`
    : '';
  const rows = block.facts.map(factRow).join('\n');
  return `${heading}<table role="presentation" class="line" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse;${lightThemeStyles.line}">
${rows}
</table>`;
};

/** Gives each line of a text with right-to-left letters its own element, because `dir="auto"` applies per element. */
const formatLines = (text: string): string =>
  (hasRightToLeft(text) ? text.split(/\r?\n/) : [text])
    .map(
      (part) => `<div dir="auto" style="text-align:start">${escapeHtmlLines(part) || '<br>'}</div>`,
    )
    .join('\n');

const factRow = ({ label, value, isText }: Fact<string>): string =>
  isText
    ? `<tr><td colspan="2" style="padding:4px 0 0"><span class="quiet" style="${lightThemeStyles.quiet}">${escapeHtmlWithBidiIsolates(isolateRightToLeftWords(label))}:</span>${formatLines(value)}</td></tr>`
    : `<tr><td style="padding:8px 12px 0 0;vertical-align:top">${escapeHtmlWithBidiIsolates(isolateRightToLeftWords(label))}</td><td align="right" dir="auto" style="padding:8px 0 0;vertical-align:top"><strong>${escapeHtmlWithBidiIsolates(value)}</strong></td></tr>`;

export type Composed = { subject: string; text: string; html: string; replyTo: string };

type TemplateValues = {
  [Kind in EmailKind]: { kind: Kind; values: Record<EmailPlaceholder<Kind>, EmailText> };
}[EmailKind];

type NewEmail = {
  subject: EmailText;
  blocks: EmailBlock[];
  replyTo?: string | undefined;
  own?: TemplateValues;
  /** True if users may unsubscribe from this kind of email. */
  isOptional?: boolean;
};

/** Applies the department's template, which may replace the subject and add text but cannot remove content. */
function applyTemplate(
  { words }: EmailSender,
  { subject: defaultSubject, blocks: ownBlocks, own: templateValues }: NewEmail,
): { subject: string; blocks: RenderedBlock[] } {
  const subject = renderEmailText(defaultSubject);
  const blocks = ownBlocks.map(renderTexts);
  const template = templateValues && words?.[templateValues.kind];
  if (!template) return { subject, blocks };
  // Fill in the placeholders after parsing the template, so that markup in a title or name is not interpreted.
  const plainValues = renderValues(templateValues.values);
  const asBlocks = (text = ''): RenderedBlock[] => {
    const { blocks } = parseFormattedText(text);
    const values = isolateValues(text, plainValues);
    return blocks.length === 0
      ? []
      : [{ formatted: mapTextRuns(blocks, (words) => fillPlaceholders(words, values)) }];
  };
  const { greeting, rest } = splitGreeting(blocks);
  const opening = asBlocks(template.opening);
  return {
    subject: template.subject ? fillPlaceholders(template.subject, plainValues) : subject,
    blocks: [
      ...(opening.length > 0 ? [...greeting, ...opening, ...rest] : blocks),
      ...asBlocks(template.closing),
    ],
  };
}

const renderValues = (values: Record<string, EmailText>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, renderEmailText(text)]));

/** Encloses right-to-left values in bidi isolates. In a right-to-left template, encloses all values. */
function isolateValues(template: string, values: Record<string, string>): Record<string, string> {
  const isolateValue = hasRightToLeft(template) ? encloseInIsolate : isolateRightToLeft;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isolateValue(value)]),
  );
}

function splitGreeting(blocks: RenderedBlock[]): {
  greeting: RenderedBlock[];
  rest: RenderedBlock[];
} {
  const [first, ...following] = blocks;
  if (!first || !('paragraph' in first) || !first.paragraph.startsWith('Dear ')) {
    return { greeting: [], rest: blocks };
  }
  const [greeting = '', ...body] = first.paragraph.split('\n\n');
  const remaining = body.length > 0 ? [{ ...first, paragraph: body.join('\n\n') }] : [];
  return { greeting: [{ ...first, paragraph: greeting }], rest: [...remaining, ...following] };
}

/**
 * Composes the subject, plain text and HTML of an email. Only `link` blocks, formatted texts of admins and `SafeText` can
 * contain links: links in all other texts are defused. Without `replyTo`, replies go to the office.
 */
export function composeEmail(sender: EmailSender, email: NewEmail): Composed {
  const { subject: isolated, blocks: body } = applyTemplate(sender, email);
  // Store the subject without bidi isolates, so that it can be compared and searched. `composeMimeMessage` adds them.
  const subject = removeBidiControls(isolated);
  const { replyTo, isOptional } = email;
  const { portalName, name, university, office, publicUrl } = sender;
  const settings = { link: `${publicUrl}${paths.notices}`, label: 'Choose which emails you get' };
  const blocks: RenderedBlock[] = isOptional ? [...body, { ...settings, isQuiet: true }] : body;
  const from = isolateRightToLeftValues`${name}, ${university}`;
  const { email: address, phone } = office;
  const place = [office.room, office.hours].map(isolateRightToLeftLines);
  const contact = [
    ...place,
    isolateRightToLeftValues`Phone ${phone}`,
    isolateRightToLeftValues`Email ${address}`,
  ];
  const text = [
    `${from}\n${isolateRightToLeftLines(portalName)}`,
    ...blocks.map((block) => formatBlockAsText(block, publicUrl)),
    [from, ...contact, `${isolateRightToLeftLines(portalName)}: ${publicUrl}${paths.home}`].join(
      '\n',
    ),
  ];
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${darkThemeStyleSheet}</style></head>
<body class="page" style="margin:0;padding:0;${lightThemeStyles.page}">
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" style="${lightThemeStyles.page}"><tr><td align="center" style="padding:24px 12px;overflow-wrap:anywhere;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;text-align:left">
<tr><td style="padding:0 4px 12px"><strong>${escapeHtmlWithBidiIsolates(portalName)}</strong><br><span class="quiet" style="font-size:14px;${lightThemeStyles.quiet}">${escapeHtmlWithBidiIsolates(from)}</span></td></tr>
<tr><td class="card" style="padding:24px 20px 8px;border-radius:8px;${lightThemeStyles.card}">
${blocks.map((block) => formatBlockAsHtml(block, publicUrl)).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;font-size:14px;${lightThemeStyles.quiet}">${[from, ...place, isolateRightToLeftValues`Phone ${phone}`].map(escapeHtmlWithBidiIsolates).join('<br>')}<br>Email <a class="link" href="${escapeHtml(buildMailtoUrl(address))}" style="${lightThemeStyles.link}">${escapeHtmlWithBidiIsolates(isolateRightToLeft(address))}</a><br><a class="link" href="${escapeHtml(publicUrl)}${paths.home}" style="${lightThemeStyles.link}">${escapeHtmlWithBidiIsolates(portalName)}</a></td></tr>
</table></td></tr></table>
</body></html>`;
  return { subject, text: `${text.join('\n\n')}\n`, html, replyTo: replyTo ?? office.email };
}
