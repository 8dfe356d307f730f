import {
  defaultMenuLabels,
  getPortalName,
  type MenuEntry,
  menuEntries,
} from '#contract/settings/portal-names.ts';
import { formattingHint } from '#contract/values/formatted/formatted-text.ts';
import {
  createIllustrationField,
  createListForm,
  createObjectForm,
  createTextField,
  formatItemCount,
  idField,
} from './parts.ts';

const menuFieldLabels: Record<MenuEntry, string> = {
  home: 'Home page',
  students: 'Student page',
  proposal: 'Proposal page',
  faculty: 'Faculty page',
  categories: 'Category page',
  courses: 'Course page',
  admin: 'Admin panel',
  developers: 'Developers page',
};

export const departmentForm = createObjectForm([
  createTextField('name', 'Department name', {
    description: 'Shown in the footer, on result sheets and in emails.',
  }),
  createTextField('university', 'University', {
    description: 'Shown beside the department name.',
  }),
  createTextField('shortName', 'Short name', { description: 'Shown in the navigation bar.' }),
  createTextField('portalName', 'Portal name', {
    description: 'Shown in the navigation bar, in titles, emails and calendars.',
    placeholder: getPortalName(undefined),
    isOptional: true,
  }),
  {
    kind: 'object',
    name: 'office',
    label: 'Office',
    fields: [
      createTextField('room', 'Room', { description: 'Where students find the FYP office.' }),
      createTextField('hours', 'Opening hours', {
        description: 'For example “Monday to Friday, 9:00 to 13:00”.',
      }),
      createTextField('email', 'Email', { description: 'Replies to the portal’s emails go here.' }),
      createTextField('phone', 'Phone', { description: 'Shown on the home page.' }),
    ],
  },
  {
    kind: 'colour',
    name: 'colour',
    label: 'Colour',
    description:
      'Used for buttons and links. It must be dark enough to read on white. If empty, the portal’s own green is used.',
    isOptional: true,
  },
  {
    kind: 'logo',
    name: 'logo',
    label: 'Logo',
    description:
      'PNG, JPEG, WebP, GIF or SVG, up to 650 kB. Shown in the navigation bar, in light and dark mode, and on result sheets, at up to 512 × 512 pixels. Without a logo, the portal’s own drawing is shown.',
    isOptional: true,
  },
  {
    kind: 'object',
    name: 'menu',
    label: 'Menu labels',
    fields: menuEntries.map((entry) =>
      createTextField(entry, menuFieldLabels[entry], {
        description: `If empty, “${defaultMenuLabels[entry]}”.`,
        placeholder: defaultMenuLabels[entry],
        isOptional: true,
      }),
    ),
  },
]);

export const homeForm = createObjectForm([
  {
    kind: 'object',
    name: 'welcome',
    label: 'Welcome',
    fields: [
      createTextField('title', 'Title', { description: 'The heading of the home page.' }),
      createTextField('text', 'Text', {
        description: 'One or two sentences below the heading.',
        rows: 3,
      }),
    ],
  },
  {
    kind: 'list',
    name: 'slides',
    label: 'Slides',
    noun: 'slide',
    description: 'One to six.',
    items: [
      createTextField('title', 'Title', { description: 'The heading of the slide.' }),
      createTextField('text', 'Text', { description: 'A sentence below the title.', rows: 2 }),
      createIllustrationField({ teamwork: 'Teamwork', milestones: 'Milestones', viva: 'Viva' }),
    ],
  },
  {
    kind: 'list',
    name: 'messages',
    label: 'Messages',
    noun: 'message',
    description: 'One to four, for example from the chairman and the coordinator.',
    items: [
      createTextField('name', 'Name', { description: 'Who writes the message.' }),
      createTextField('from', 'Office', { description: 'For example “Chairman”.' }),
      {
        kind: 'list',
        name: 'paragraphs',
        label: 'Paragraphs',
        noun: 'paragraph',
        description: formattingHint,
        items: { kind: 'text', rows: 4 },
      },
    ],
    detail: ({ from }) => String(from ?? ''),
  },
]);

export const faqForm = createListForm({
  label: 'Sections',
  noun: 'section',
  description: 'Shown on the home page in this order.',
  items: [
    idField,
    createTextField('title', 'Section title', {
      description: 'The heading above the questions.',
    }),
    {
      kind: 'list',
      name: 'questions',
      label: 'Questions',
      noun: 'question',
      description: 'A visitor opens one at a time.',
      items: [
        idField,
        createTextField('question', 'Question', { description: 'As a student would ask it.' }),
        {
          kind: 'list',
          name: 'answer',
          label: 'Answer',
          noun: 'paragraph',
          description: formattingHint,
          items: { kind: 'text', rows: 3 },
        },
      ],
    },
  ],
  detail: ({ questions }) => formatItemCount(questions, 'question'),
});

export const developersForm = createListForm({
  label: 'Developers',
  noun: 'developer',
  description: 'Shown in this order on the page.',
  items: [
    createTextField('name', 'Name', { description: 'Full name.' }),
    createTextField('role', 'Role', { description: 'For example “Client” or “Server”.' }),
    createTextField('bio', 'Bio', { description: 'One or two sentences.', rows: 3 }),
    createTextField('year', 'Year', { description: 'When they worked on the portal.' }),
    {
      kind: 'photo',
      name: 'photo',
      label: 'Photo',
      description: 'JPG, PNG or WebP. Without a photo, the initials are shown.',
    },
  ],
  detail: ({ role }) => String(role ?? ''),
});
