import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { type CollectedKinds, collectKinds } from '#contract/features.ts';
import { buildLineSchema, buildParagraphSchema } from '#contract/values/text.ts';

export type EmailKind = keyof CollectedKinds<'emailKinds'>;

/** Kinds of emails whose templates a department can edit, with the placeholders of each template. */
export const emailKinds = collectKinds('emailKinds');
export const emailKindNames = Object.keys(emailKinds) as EmailKind[];
const EmailKind = z.enum(emailKindNames, 'Unknown kind of email.');

export type EmailPlaceholder<Kind extends EmailKind> =
  CollectedKinds<'emailKinds'>[Kind]['placeholders'][number];

const words = (label: string) => buildParagraphSchema(label, 2000).min(1, `${label} is required.`);

/** A department's template for one kind of email. Missing parts default to the built-in template. */
const EmailTemplate = z.strictObject({
  subject: buildLineSchema('Subject', 150).optional().describe('replaces the portal’s text'),
  opening: words('Opening').optional().describe('paragraph after the greeting'),
  closing: words('Closing').optional().describe('paragraph at the end'),
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

const overrides = EmailTemplate.prefault({});

export const EmailTemplates = z.strictObject(
  Object.fromEntries(emailKindNames.map((kind) => [kind, overrides])) as Record<
    EmailKind,
    typeof overrides
  >,
);
export type EmailTemplates = z.infer<typeof EmailTemplates>;

export const defaultEmailTemplates: EmailTemplates = EmailTemplates.parse({});

const placeholder = /\{([^{}\r\n]*)\}/g;

/** Returns an error for each template part that contains unknown placeholders, keyed by the part's name. */
export function findPlaceholderErrors(
  kind: EmailKind,
  words: EmailTemplate,
): Record<string, string> {
  const known: readonly string[] = emailKinds[kind].placeholders;
  const errors = Object.entries(words).flatMap(([part, text]) => {
    const unknown = [...text.matchAll(placeholder)].filter(
      ([, name = '']) => !known.includes(name),
    );
    if (unknown.length === 0) return [];
    const named = [...new Set(unknown.map(([whole]) => whole))].join(', ');
    const all = known.map((name) => `{${name}}`).join(', ');
    return [[part, `${named} can’t be used here. Placeholders of this email: ${all}.`] as const];
  });
  return Object.fromEntries(errors);
}

/** Replaces known placeholders in one pass, so that braces in the inserted values are not replaced. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (whole, name: string) => values[name] ?? whole);

const Asked = z.object({ kind: EmailKind, words: EmailTemplate });

export const previewTemplate = endpoint({
  method: 'POST',
  path: '/api/email-templates/preview',
  summary: 'Preview an email template with sample values; saves nothing',
  access: ['admin'],
  audit: 'nothing: it changes nothing',
  body: Asked,
  reply: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  problems: [],
});

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/email-templates/test',
  summary: 'Send a preview of an email template to the caller',
  access: ['admin'],
  audit: ['test-email-sent'],
  body: Asked,
  reply: z.object({ message: z.string() }),
  problems: ['too-often'],
});
