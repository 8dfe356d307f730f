import { z } from 'zod';
import { endpoint, roles } from './endpoint.ts';
import { Deadline, DueKind } from './rules/deadlines.ts';
import { Scheme } from './rules/scheme.ts';
import { FormattedText } from './values/formatted-text.ts';
import { line, listed, oneLine, paragraph, slug } from './values/text.ts';

// A pattern's message completes "Write …": it is what the loader tells the person who edits the files.
const longest = 20_000;
const text = (label: string) => line(label, longest);
/** Of several lines. */
const words = (label: string) => paragraph(label, longest).min(1, `${label} is required.`);
/** Formatted text: see `values/parse-formatted-text.ts`. */
const paragraphs = z.array(words('Paragraph')).min(1);
const email = z.email('an email address such as office@university.edu');

/** The most bytes of a picture that is sent. A stored one is smaller: the portal encodes it anew. */
export const maxPictureBytes = 650_000;
const maxPictureText = 900_000;

/** Stored as the PNG that the portal made of it; earlier versions stored PNG and SVG files as they were. */
const Logo = z
  .string()
  .max(maxPictureText, { error: 'a picture of at most 650 kB', abort: true })
  .regex(
    /^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]*=*$/,
    'a PNG, JPEG, WebP, GIF or SVG as a data URL that begins with data:image/',
  );

/** A page of another site: https only, and nothing that a browser would run. */
const aWebAddress = 'a web address such as https://www.coursera.org/learn/python';
// Parsing a URL drops or escapes control characters, so that they are refused apart.
const webAddress = z.url({ protocol: /^https$/, error: aWebAddress }).regex(oneLine, aWebAddress);

const programCode = z
  .string()
  .regex(/^[A-Za-z0-9]+$/, 'letters and digits only, because group names begin with it')
  .max(40);

/** Who the department is. */
export const Identity = z.strictObject({
  name: text('Name'),
  university: text('University'),
  shortName: text('Short name').describe('what the navigation bar shows'),
  office: z.strictObject({
    room: text('Room'),
    hours: text('Opening hours'),
    email,
    phone: text('Phone'),
  }),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'a colour such as #1d5b52')
    .optional()
    .describe('of buttons and links; left out, the portal’s own'),
  logo: Logo.optional(),
});
export type Identity = z.infer<typeof Identity>;

/** What a proposal chooses from. */
export const Choices = z.strictObject({
  programs: z
    .array(z.strictObject({ value: programCode, label: listed('Program', longest) }))
    .min(1),
  // No longer than a proposal may hold.
  categories: z.array(listed('Category', 60)).min(1),
  supervisors: z.array(listed('Supervisor', 100)).min(1).describe('"other" is added by the portal'),
});
export type Choices = z.infer<typeof Choices>;

/** `content/department.yaml`. */
export const Department = Identity.extend({
  session: line('Session', 60).describe('in words, for example "Session 2026–27"'),
  sessionYear: z.int().min(2000).max(2100).describe('the year in group names: BSCS-2027-014'),
  ...Choices.shape,
});
export type Department = z.infer<typeof Department>;

/** `content/deadlines.yaml`: in the order they are shown; `due` is local to the department's time zone. */
export const LocalDeadlines = z
  .array(
    z.strictObject({
      id: slug
        .max(60)
        .optional()
        .describe('stays when the title changes; made from it if left out'),
      title: line('Title', 120),
      due: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, 'a local date and time such as 2027-05-30 14:00'),
      documents: z
        .array(DueKind)
        .optional()
        .describe('what each group, or each of its members, hands in'),
      programs: z.array(programCode).min(1).optional().describe('left out, all of them'),
      graceHours: z
        .int()
        .min(0)
        .max(2160)
        .optional()
        .describe('how long late files are still taken; left out, always'),
    }),
  )
  .min(1)
  .max(60);
export type LocalDeadlines = z.infer<typeof LocalDeadlines>;

/** `content/reminders.yaml`: what happens around the deadlines of a cohort. */
export const Reminders = z.strictObject({
  firstDays: z
    .int()
    .min(1)
    .max(60)
    .optional()
    .describe('so many days before a deadline, groups that have not handed in are reminded'),
  lastDays: z.int().min(1).max(60).optional().describe('and again, which nobody can mute'),
  copySupervisor: z.boolean().default(false),
  supervisorsDecide: z
    .boolean()
    .default(false)
    .describe('whether supervisors too decide on extensions'),
});
export type Reminders = z.infer<typeof Reminders>;
/** The days before a deadline on which groups are reminded. */
export const daysBeforeOf = ({ firstDays, lastDays }: Reminders): number[] =>
  [firstDays, lastDays].filter((days) => days !== undefined);

export const standardReminders: Reminders = {
  ...{ firstDays: 7, lastDays: 1, copySupervisor: true, supervisorsDecide: false },
};

const Message = z.strictObject({
  from: text('Office').describe('the office, for example "Chairman"'),
  name: text('Name'),
  paragraphs,
});

/** `content/home.yaml`. Illustrations are names of the portal's own drawings. */
export const Home = z.strictObject({
  welcome: z.strictObject({ title: text('Title'), text: words('Text') }),
  slides: z
    .array(
      z.strictObject({
        title: text('Title'),
        text: words('Text'),
        illustration: z.enum(['teamwork', 'milestones', 'viva']),
      }),
    )
    .min(1)
    .max(6),
  messages: z.array(Message).min(1).max(4),
});
export type Home = z.infer<typeof Home>;

const Question = z.strictObject({ id: slug, question: text('Question'), answer: paragraphs });
const FaqSection = z.strictObject({
  id: slug,
  title: text('Title'),
  questions: z.array(Question).min(1),
});

/** `content/faq.yaml`. */
export const Faq = z.array(FaqSection).min(1).max(20);
export type Faq = z.infer<typeof Faq>;

const ShownMessage = Message.omit({ paragraphs: true }).extend({ text: FormattedText });
export type ShownMessage = z.infer<typeof ShownMessage>;

const ShownFaq = z.array(
  FaqSection.extend({ questions: z.array(Question.extend({ answer: FormattedText })) }),
);
export type ShownFaq = z.infer<typeof ShownFaq>;

/** `content/courses.yaml`: topics with courses, and the rule of certificates (spec 9). */
export const Courses = z.strictObject({
  rule: z.strictObject({
    minimum: z.int().min(1).describe('certificates in all'),
    mandatory: z.array(z.strictObject({ id: slug, title: text('Title') })).min(1),
    minimumOptional: z.int().min(0),
    internship: words('Internship').describe('what an internship certificate substitutes'),
  }),
  topics: z
    .array(
      z.strictObject({
        id: slug,
        title: text('Title'),
        courses: z
          .array(
            z.strictObject({
              id: slug,
              title: text('Title'),
              provider: text('Provider'),
              url: webAddress.optional().describe('where the course is found'),
              hours: z.int().min(1).describe('about how long it takes'),
              level: z.enum(['Beginner', 'Intermediate', 'Advanced']),
              details: words('Details'),
              fulfils: slug.optional().describe('the mandatory certificate it counts for'),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
});
export type Courses = z.infer<typeof Courses>;

/** `content/categories.yaml`: one card per kind of project. */
export const Categories = z
  .array(
    z.strictObject({
      id: slug,
      title: text('Title'),
      description: words('Description'),
      options: z
        .array(listed('Category', longest))
        .min(1)
        .describe('which categories of the proposal form it covers'),
      tools: z.array(listed('Tool', longest)).min(1),
      supervisors: z
        .array(listed('Supervisor', longest))
        .min(1)
        .describe('of the department’s list'),
      illustration: z.enum(['web', 'app', 'iot', 'ai', 'networking']),
    }),
  )
  .min(1);
export type Categories = z.infer<typeof Categories>;

/** `content/developers.yaml`: the people who are always shown; an admin's additions stay in their browser (spec 3). */
export const DeveloperEntry = z.strictObject({
  name: text('Name'),
  role: text('Role'),
  bio: words('Bio'),
  year: text('Year'),
  /** A URL, or a data URL that is stored as a JPEG; empty shows the initials. */
  photo: z
    .string()
    .max(maxPictureText, 'a picture of at most 650 kB')
    .regex(oneLine, 'an address or data URL'),
});
export type DeveloperEntry = z.infer<typeof DeveloperEntry>;
export const Developers = z.array(DeveloperEntry);
export type Developers = z.infer<typeof Developers>;

export const findHome = endpoint({
  method: 'GET',
  path: '/api/content/home',
  summary: 'The home page: department, slides, messages, FAQ and deadlines as instants',
  access: 'public',
  reply: Home.extend({
    department: Identity.extend({
      session: z.string().describe('the name of the current cohort'),
    }).strip(),
    timeZone: z.string().describe('IANA name; pages show its wall clock'),
    messages: z.array(ShownMessage),
    faq: ShownFaq,
    deadlines: z.array(Deadline),
    scheme: Scheme.describe('what is marked, and by whom, in the current cohort'),
    hasCohorts: z.boolean().describe('whether there is more than the current one'),
    sizeLimits: z.record(z.string(), z.int()).describe('in bytes, by kind of document'),
    sendsEmail: z.boolean().describe('without a mail server no email reaches anybody'),
    confirmedBy: z.enum(['email', 'office']).describe('how the address of a sign-up is confirmed'),
  }),
  problems: [],
});

export const findDevelopers = endpoint({
  method: 'GET',
  path: '/api/content/developers',
  summary: 'The developers of the portal',
  access: 'public',
  reply: z.object({ developers: Developers }),
  problems: [],
});

export const findCourses = endpoint({
  method: 'GET',
  path: '/api/content/courses',
  summary: 'Course topics and the rule of certificates',
  access: roles,
  reply: Courses,
  problems: [],
});

export const findCategories = endpoint({
  method: 'GET',
  path: '/api/content/categories',
  summary: 'Project categories with tools and supervisors',
  access: roles,
  reply: z.object({ categories: Categories }),
  problems: [],
});
