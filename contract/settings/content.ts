import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Deadline } from '#contract/rules/deadlines.ts';
import { documentKindKeys } from '#contract/rules/document-kinds.ts';
import { MarkingScheme } from '#contract/rules/scheme.ts';
import {
  buildContentLineSchema,
  buildContentTextSchema,
  ContentParagraphs,
} from '#contract/values/content-text.ts';
import { FormattedText } from '#contract/values/formatted/formatted-text.ts';
import { slugSchema } from '#contract/values/text.ts';
import { CohortKind } from './kinds.ts';
import { moduleNames } from './modules.ts';
import { MenuLabels, PortalName } from './portal-names.ts';

/** Maximum size in bytes of an uploaded picture, before the server re-encodes it. */
export const maxPictureBytes = 650_000;
export const maxPictureDataUrlLength = 900_000;

/** A logo as a data URL. The server converts it to PNG, but logos stored by earlier versions may still be SVG. */
const Logo = z
  .string()
  .max(maxPictureDataUrlLength, { error: 'a picture of up to 650 kB', abort: true })
  .regex(
    /^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]*=*$/,
    'a PNG, JPEG, WebP, GIF or SVG as a data URL that begins with data:image/',
  );

export const DepartmentIdentity = z.strictObject({
  name: buildContentLineSchema('Name'),
  university: buildContentLineSchema('University'),
  shortName: buildContentLineSchema('Short name').describe('name in the navigation bar'),
  portalName: PortalName,
  menu: MenuLabels.default({}).describe(
    'labels of the navigation bar that differ from the default',
  ),
  office: z.strictObject({
    room: buildContentLineSchema('Room'),
    hours: buildContentLineSchema('Opening hours'),
    email: z.email({
      pattern: z.regexes.html5Email,
      error: 'an email address such as office@university.edu',
    }),
    phone: buildContentLineSchema('Phone'),
  }),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'a colour such as #1d5b52')
    .optional()
    .describe('colour of buttons and links; default: the portal’s colour'),
  logo: Logo.optional(),
});
export type DepartmentIdentity = z.infer<typeof DepartmentIdentity>;

const Message = z.strictObject({
  from: buildContentLineSchema('Office').describe('the office, for example "Chairman"'),
  name: buildContentLineSchema('Name'),
  paragraphs: ContentParagraphs,
});

/** Schema of `content/home.yaml`. `illustration` is the name of a drawing in the client. */
export const HomeContent = z.strictObject({
  welcome: z.strictObject({
    title: buildContentLineSchema('Title'),
    text: buildContentTextSchema('Text'),
  }),
  slides: z
    .array(
      z.strictObject({
        title: buildContentLineSchema('Title'),
        text: buildContentTextSchema('Text'),
        illustration: z.enum(['teamwork', 'milestones', 'viva']),
      }),
    )
    .min(1)
    .max(6),
  messages: z.array(Message).min(1).max(4),
});
export type HomeContent = z.infer<typeof HomeContent>;

const Question = z.strictObject({
  id: slugSchema,
  question: buildContentLineSchema('Question'),
  answer: ContentParagraphs,
});
const FaqSection = z.strictObject({
  id: slugSchema,
  title: buildContentLineSchema('Title'),
  questions: z.array(Question).min(1),
});

export const Faq = z.array(FaqSection).min(1).max(20);
export type Faq = z.infer<typeof Faq>;

const FormattedHomeMessage = Message.omit({ paragraphs: true }).extend({ text: FormattedText });
export type FormattedHomeMessage = z.infer<typeof FormattedHomeMessage>;

const FormattedFaq = z.array(
  FaqSection.extend({ questions: z.array(Question.extend({ answer: FormattedText })) }),
);
export type FormattedFaq = z.infer<typeof FormattedFaq>;

export const findHome = endpoint({
  method: 'GET',
  path: '/api/content/home',
  summary: 'Get the content of the home page: department, slides, messages, FAQ and deadlines',
  access: 'public',
  reply: HomeContent.extend({
    department: DepartmentIdentity.extend({
      session: z.string().describe('the name of the current cohort'),
      menu: MenuLabels,
    }).strip(),
    timeZone: z.string().describe('IANA name; pages show local times of this zone'),
    messages: z.array(FormattedHomeMessage),
    faq: FormattedFaq,
    deadlines: z.array(Deadline),
    kinds: z.array(CohortKind).describe('kinds of files that the current cohort collects'),
    scheme: MarkingScheme.describe('milestones with their markers in the current cohort'),
    modules: z
      .record(z.enum(moduleNames), z.boolean())
      .describe('true for each optional part of the portal that the department uses'),
    hasCohorts: z.boolean().describe('true if there are other cohorts'),
    sizeLimits: z
      .record(z.enum(documentKindKeys), z.int())
      .describe('of the installation, in bytes, by standard kind of document'),
    sendsEmail: z.boolean().describe('without a mail server no email reaches anybody'),
    confirmedBy: z
      .enum(['email', 'office'])
      .describe('how email addresses of new accounts are confirmed'),
  }),
  problems: [],
});
