import { formattingHint } from '#contract/values/formatted/formatted-text.ts';
import {
  createIllustrationField,
  createListForm,
  createObjectForm,
  createTextField,
  formatItemCount,
  idField,
} from './parts.ts';

export const departmentForm = createObjectForm([
  createTextField('name', 'Name of the department'),
  createTextField('university', 'University'),
  createTextField('shortName', 'Short name', { description: 'Shown in the navigation bar.' }),
  {
    kind: 'object',
    name: 'office',
    label: 'Office',
    fields: [
      createTextField('room', 'Room'),
      createTextField('hours', 'Opening hours'),
      createTextField('email', 'Email'),
      createTextField('phone', 'Phone'),
    ],
  },
  {
    kind: 'colour',
    name: 'colour',
    label: 'Colour',
    description:
      'Colour of buttons and links. It must be dark enough to be readable on white. If empty, the portal’s own green.',
    isOptional: true,
  },
  {
    kind: 'logo',
    name: 'logo',
    label: 'Logo',
    description:
      'PNG, JPEG, WebP, GIF or SVG, at most 650 kB. It is stored as a PNG of at most 512 × 512 pixels and shown in the navigation bar, in light and dark, and on result sheets; if there is none, the portal’s own drawing.',
    isOptional: true,
  },
]);

export const homeForm = createObjectForm([
  {
    kind: 'object',
    name: 'welcome',
    label: 'Welcome',
    fields: [createTextField('title', 'Title'), createTextField('text', 'Text', { rows: 3 })],
  },
  {
    kind: 'list',
    name: 'slides',
    label: 'Slides',
    noun: 'slide',
    description: 'One to six.',
    items: [
      createTextField('title', 'Title'),
      createTextField('text', 'Text', { rows: 2 }),
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
      createTextField('name', 'Name'),
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
  items: [
    idField,
    createTextField('title', 'Title of the section'),
    {
      kind: 'list',
      name: 'questions',
      label: 'Questions',
      noun: 'question',
      items: [
        idField,
        createTextField('question', 'Question'),
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
  items: [
    createTextField('name', 'Name'),
    createTextField('role', 'Role'),
    createTextField('bio', 'Bio', { rows: 3 }),
    createTextField('year', 'Year'),
    {
      kind: 'photo',
      name: 'photo',
      label: 'Photo',
      description: 'JPG, PNG or WebP. Without a photo, the initials are shown.',
    },
  ],
  detail: ({ role }) => String(role ?? ''),
});
