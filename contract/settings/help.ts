import { z } from 'zod';
import { type EndpointAccess, endpoint } from '#contract/endpoint.ts';
import { buildContentLineSchema, ContentParagraphs } from '#contract/values/content-text.ts';
import { FormattedText } from '#contract/values/formatted/formatted-text.ts';
import { roles } from '#contract/values/roles.ts';
import { slugSchema } from '#contract/values/text.ts';
import { moduleNames } from './modules.ts';

/** The guides of the help page, and the roles that may read them. Everybody reads their first guide by default. */
export const helpGuides = {
  coordinator: { label: 'Coordinator', access: ['admin'] },
  supervisor: { label: 'Supervisor', access: ['faculty', 'admin'] },
  examiner: { label: 'External examiner', access: ['faculty', 'admin'] },
  student: { label: 'Student', access: ['student', 'admin'] },
  visitor: { label: 'Visitor', access: 'public' },
} as const satisfies Record<string, { label: string; access: EndpointAccess }>;

export type HelpGuideName = keyof typeof helpGuides;
export const helpGuideNames = Object.keys(helpGuides) as HelpGuideName[];

const HelpTopic = z.strictObject({
  id: slugSchema,
  title: buildContentLineSchema('Title'),
  module: z
    .enum(moduleNames)
    .optional()
    .describe('part of the portal that the topic is about: without it, the topic is not shown'),
  text: ContentParagraphs,
});
const HelpGuide = z.array(HelpTopic).min(1).max(40);

/** Schema of `content/help.yaml`: topics by guide. */
export const Help = z.strictObject(
  Object.fromEntries(helpGuideNames.map((name) => [name, HelpGuide])) as Record<
    HelpGuideName,
    typeof HelpGuide
  >,
);
export type Help = z.infer<typeof Help>;

export const FormattedHelpGuide = z.object({
  name: z.enum(helpGuideNames),
  topics: z.array(HelpTopic.omit({ module: true }).extend({ text: FormattedText })),
});
export type FormattedHelpGuide = z.infer<typeof FormattedHelpGuide>;

const Guides = z.object({ guides: z.array(FormattedHelpGuide) });

export const findHelp = endpoint({
  method: 'GET',
  path: '/api/content/help',
  summary: 'List the guides of the help page that the caller’s role may read',
  access: roles,
  reply: Guides,
  problems: [],
});

export const findPublicHelp = endpoint({
  method: 'GET',
  path: '/api/content/help/public',
  summary: 'List the guides of the help page that everybody may read',
  access: 'public',
  reply: Guides,
  problems: [],
});
