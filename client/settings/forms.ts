import { emailKindNames, emailKinds } from '#contract/email-templates.ts';
import type { SettingName } from '#contract/settings.ts';
import { asOptions, type Field, type Item, type ListField, type Root } from './kit/fields.ts';

const text = (name: string, label: string, more: object = {}): Field => ({
  kind: 'text',
  name,
  label,
  ...more,
});
const id = (from: string, style: 'slug' | 'camel' = 'slug'): Field => ({
  kind: 'id',
  name: 'id',
  label: 'Id',
  from,
  style,
});
const whole = (items: Omit<ListField, 'kind' | 'name'>): ListField => ({
  kind: 'list',
  name: '',
  ...items,
});
const countOf = (value: unknown, noun: string) => {
  const count = Array.isArray(value) ? value.length : 0;
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
};

const illustrations = (names: Record<string, string>): Field => ({
  kind: 'choice',
  name: 'illustration',
  label: 'Illustration',
  options: Object.entries(names).map(([value, label]) => ({ value, label })),
});

const department: Root = {
  kind: 'object',
  name: '',
  label: '',
  fields: [
    text('name', 'Name of the department'),
    text('university', 'University'),
    text('shortName', 'Short name', { description: 'Shown in the navigation bar.' }),
    {
      kind: 'object',
      name: 'office',
      label: 'Office',
      fields: [
        text('room', 'Room'),
        text('hours', 'Opening hours'),
        text('email', 'Email'),
        text('phone', 'Phone'),
      ],
    },
    {
      kind: 'colour',
      name: 'colour',
      label: 'Colour',
      description:
        'Of buttons and links. It must be dark enough to be read on white; left empty, the portal’s own green.',
      isOptional: true,
    },
    {
      kind: 'logo',
      name: 'logo',
      label: 'Logo',
      description:
        'PNG or SVG, at most 150 kB. Shown in the navigation bar, in light and dark; left out, the portal’s own drawing.',
      isOptional: true,
    },
  ],
};

const home: Root = {
  kind: 'object',
  name: '',
  label: '',
  fields: [
    {
      kind: 'object',
      name: 'welcome',
      label: 'Welcome',
      fields: [text('title', 'Title'), text('text', 'Text', { rows: 3 })],
    },
    {
      kind: 'list',
      name: 'slides',
      label: 'Slides',
      noun: 'slide',
      description: 'One to six.',
      items: [
        text('title', 'Title'),
        text('text', 'Text', { rows: 2 }),
        illustrations({ teamwork: 'Teamwork', milestones: 'Milestones', viva: 'Viva' }),
      ],
    },
    {
      kind: 'list',
      name: 'messages',
      label: 'Messages',
      noun: 'message',
      description: 'One to four, for example from the chairman and the coordinator.',
      items: [
        text('name', 'Name'),
        text('from', 'Office', { description: 'For example “Chairman”.' }),
        {
          kind: 'list',
          name: 'paragraphs',
          label: 'Paragraphs',
          noun: 'paragraph',
          items: { kind: 'text', rows: 4 },
        },
      ],
      detail: ({ from }) => String(from ?? ''),
    },
  ],
};

const faq = whole({
  label: 'Sections',
  noun: 'section',
  items: [
    id('title'),
    text('title', 'Title of the section'),
    {
      kind: 'list',
      name: 'questions',
      label: 'Questions',
      noun: 'question',
      items: [
        id('question'),
        text('question', 'Question'),
        {
          kind: 'list',
          name: 'answer',
          label: 'Answer',
          noun: 'paragraph',
          description:
            'Links: [words](/coursera) within the portal, [words](https://…) to another site.',
          items: { kind: 'text', rows: 3 },
        },
      ],
    },
  ],
  detail: ({ questions }) => countOf(questions, 'question'),
});

const levels = asOptions(['Beginner', 'Intermediate', 'Advanced']);

function mandatoryOf(_lists: unknown, root: unknown) {
  const { rule } = root as { rule: { mandatory: { id: string; title: string }[] } };
  return rule.mandatory.filter((one) => one.id).map((one) => ({ value: one.id, label: one.title }));
}

const course: Field[] = [
  id('title'),
  text('title', 'Title'),
  text('provider', 'Provider'),
  text('url', 'Web address', {
    description: 'Where the course is found, beginning with https://. May be left empty.',
    isOptional: true,
  }),
  { kind: 'number', name: 'hours', label: 'Hours', description: 'About how long it takes.' },
  { kind: 'choice', name: 'level', label: 'Level', options: levels },
  text('details', 'Details', { rows: 3 }),
  {
    kind: 'choice',
    name: 'fulfils',
    label: 'Counts for the mandatory certificate',
    options: mandatoryOf,
    none: 'None',
    isOptional: true,
  },
];

const courses: Root = {
  kind: 'object',
  name: '',
  label: '',
  fields: [
    {
      kind: 'object',
      name: 'rule',
      label: 'Rule of certificates',
      fields: [
        { kind: 'number', name: 'minimum', label: 'Certificates in all', min: 1 },
        { kind: 'number', name: 'minimumOptional', label: 'Of those, optional at least', min: 0 },
        text('internship', 'What an internship certificate substitutes', { rows: 2 }),
        {
          kind: 'list',
          name: 'mandatory',
          label: 'Mandatory certificates',
          noun: 'certificate',
          description: 'Save a new one before courses count for it.',
          items: [id('title'), text('title', 'Title')],
        },
      ],
    },
    {
      kind: 'list',
      name: 'topics',
      label: 'Topics',
      noun: 'topic',
      items: [
        id('title'),
        text('title', 'Title of the topic'),
        {
          kind: 'list',
          name: 'courses',
          label: 'Courses',
          noun: 'course',
          items: course,
          detail: ({ provider }) => String(provider ?? ''),
        },
      ],
      detail: (topic) => countOf(topic.courses, 'course'),
    },
  ],
};

const developers = whole({
  label: 'Developers',
  noun: 'developer',
  items: [
    text('name', 'Name'),
    text('role', 'Role'),
    text('bio', 'Bio', { rows: 3 }),
    text('year', 'Year'),
    {
      kind: 'photo',
      name: 'photo',
      label: 'Photo',
      description: 'JPG, PNG or WebP; left out, the initials are shown.',
    },
  ],
  detail: ({ role }) => String(role ?? ''),
});

const choices: Root = {
  kind: 'object',
  name: '',
  label: '',
  fields: [
    {
      kind: 'list',
      name: 'programs',
      label: 'Programs',
      noun: 'program',
      items: [
        text('label', 'Name', { description: 'As students read it.' }),
        text('value', 'Code', {
          description: 'Letters and digits; names of groups begin with it: BSCS-2027-014.',
        }),
      ],
      detail: ({ value }) => String(value ?? ''),
    },
    {
      kind: 'list',
      name: 'categories',
      label: 'Categories',
      noun: 'category',
      items: { kind: 'text' },
    },
    {
      kind: 'list',
      name: 'supervisors',
      label: 'Supervisors',
      noun: 'supervisor',
      description:
        'As their accounts are named. The portal itself adds “other” to what students choose from.',
      items: { kind: 'text' },
    },
  ],
};

const categories = whole({
  label: 'Cards',
  noun: 'card',
  items: [
    id('title'),
    text('title', 'Title'),
    text('description', 'Description', { rows: 3 }),
    {
      kind: 'many',
      name: 'options',
      label: 'Categories of the proposal form that it covers',
      options: (lists) => asOptions(lists.categories),
    },
    { kind: 'list', name: 'tools', label: 'Tools', noun: 'tool', items: { kind: 'text' } },
    {
      kind: 'many',
      name: 'supervisors',
      label: 'Supervisors',
      options: (lists) => asOptions(lists.supervisors),
    },
    illustrations({
      web: 'Web',
      app: 'App',
      iot: 'Internet of things',
      ai: 'Artificial intelligence',
      networking: 'Networking',
    }),
  ],
});

export const deadlines = whole({
  label: 'Deadlines',
  noun: 'deadline',
  items: [
    text('title', 'Title'),
    { kind: 'date-time', name: 'due', label: 'Due', description: 'By the department’s clock.' },
    {
      kind: 'many',
      name: 'documents',
      label: 'What is handed in',
      description: 'None for an event.',
      isOptional: true,
      options: [
        { value: 'proposal', label: 'Proposal' },
        { value: 'feeProof', label: 'Fee proof' },
        { value: 'certificate', label: 'Certificate' },
        { value: 'report', label: 'Monthly report' },
        { value: 'thesis', label: 'Thesis' },
        { value: 'similarity', label: 'Similarity report' },
        { value: 'code', label: 'Code' },
      ],
    },
    {
      kind: 'many',
      name: 'programs',
      label: 'For the programs',
      description: 'None ticked: for all of them.',
      isOptional: true,
      options: (lists) => asOptions(lists.programs),
    },
    {
      kind: 'number',
      name: 'graceHours',
      label: 'Late files are taken for (hours)',
      description: 'Left empty, late files are always taken, and marked as late.',
      min: 0,
      isOptional: true,
    },
  ],
  detail: ({ due }) => String(due ?? ''),
});

const milestone: Field[] = [
  text('title', 'Title'),
  {
    kind: 'id',
    name: 'key',
    label: 'Key',
    description:
      'What marks are stored under: fixed once it is saved. Left empty, it is made from the title.',
    from: 'title',
    style: 'camel',
    isShown: true,
  },
  { kind: 'number', name: 'total', label: 'Total', description: 'The most marks.', min: 0 },
  {
    kind: 'number',
    name: 'weight',
    label: 'Weight',
    description: 'Its share of the final mark, against the others’.',
    min: 0,
  },
  {
    kind: 'many',
    name: 'markers',
    label: 'Who marks it',
    options: [
      { value: 'supervisor', label: 'Supervisor' },
      { value: 'externalExaminer', label: 'External examiner' },
    ],
  },
  {
    kind: 'choice',
    name: 'deadline',
    label: 'Due with',
    description:
      'The deadline of this cohort by which it is handed in; its files stand beside the marks.',
    options: (lists) => lists.deadlines,
    none: 'None',
    isOptional: true,
  },
];

const scheme: Root = {
  kind: 'object',
  name: '',
  label: '',
  fields: [
    {
      kind: 'list',
      name: 'parts',
      label: 'Parts',
      noun: 'part',
      description: 'Each part is a tab of the marks.',
      items: [
        text('title', 'Title of the part'),
        {
          kind: 'switch',
          name: 'viva',
          label: 'The viva’s date, status and feedback stand in this part',
        },
        {
          kind: 'list',
          name: 'milestones',
          label: 'Milestones',
          noun: 'milestone',
          items: milestone,
          detail: ({ total, weight }: Item) =>
            `${total || '–'} marks, weight ${weight === '' ? '–' : weight}`,
        },
      ],
      detail: (part) => countOf(part.milestones, 'milestone'),
    },
  ],
};

const groups: Root = {
  kind: 'object',
  name: '',
  label: '',
  fields: [
    { kind: 'number', name: 'maxMembers', label: 'Most members of a group', min: 1, max: 8 },
    text('phone', 'Phone numbers', {
      description: 'The country’s code, a space, and # for each digit: +92 3#########',
    }),
    {
      kind: 'object',
      name: 'roll',
      label: 'Roll numbers follow a pattern',
      isOptional: true,
      fields: [
        text('pattern', 'Pattern', { description: '# is a digit and A a letter: F##-AAA-###' }),
        text('example', 'Example', { description: 'A roll number that fits.' }),
      ],
    },
    {
      kind: 'list',
      name: 'eligibility',
      label: 'Questions before the form',
      noun: 'question',
      description: 'Asked one at a time before somebody proposes.',
      items: [
        id('question', 'camel'),
        text('question', 'Question', { rows: 2 }),
        {
          kind: 'choice',
          name: 'fails',
          label: 'Answer with which nobody may propose',
          options: [
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ],
          none: 'Neither',
          isOptional: true,
        },
      ],
    },
  ],
};

const reminders: Root = {
  kind: 'object',
  name: '',
  label: '',
  fields: [
    {
      kind: 'number',
      name: 'firstDays',
      label: 'First reminder (days before)',
      description: 'By email to each member of a group that has not handed in. Left empty, none.',
      min: 1,
      max: 60,
      isOptional: true,
    },
    {
      kind: 'number',
      name: 'lastDays',
      label: 'Last reminder (days before)',
      description: 'Nobody can mute this one. Left empty, none.',
      min: 1,
      max: 60,
      isOptional: true,
    },
    { kind: 'switch', name: 'copySupervisor', label: 'Supervisors get a copy' },
    {
      kind: 'switch',
      name: 'supervisorsDecide',
      label: 'Supervisors decide on extensions for their own groups',
    },
  ],
};

/** Each kind is edited by itself: see `EmailKindPicker`. */
const emails: Root = {
  kind: 'object',
  name: '',
  label: '',
  fields: emailKindNames.map((name): Field => {
    const optional = { isOptional: true };
    return {
      kind: 'object',
      name,
      label: emailKinds[name].label,
      fields: [
        text('subject', 'Subject', { ...optional, description: 'Left empty, the portal’s own.' }),
        text('opening', 'Opening paragraph', {
          ...{ ...optional, rows: 3, description: 'After the greeting; left empty, none.' },
        }),
        text('closing', 'Closing paragraph', {
          ...{ ...optional, rows: 3, description: 'At the end; left empty, none.' },
        }),
      ],
    };
  }),
};

/** How each setting is edited. */
export const forms: Record<SettingName, Root> = {
  department,
  home,
  faq,
  courses,
  developers,
  emails,
  choices,
  categories,
  deadlines,
  reminders,
  scheme,
  groups,
};
