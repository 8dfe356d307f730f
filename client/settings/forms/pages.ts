import { formattingHint } from '#contract/values/formatted/formatted-text.ts';
import { formatItemCount, id, illustrations, list, object, text } from './parts.ts';

export const department = object([
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

export const home = object([
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
        description: formattingHint,
        items: { kind: 'text', rows: 4 },
      },
    ],
    detail: ({ from }) => String(from ?? ''),
  },
]);

export const faq = list({
  label: 'Sections',
  noun: 'section',
  items: [
    id,
    text('title', 'Title of the section'),
    {
      kind: 'list',
      name: 'questions',
      label: 'Questions',
      noun: 'question',
      items: [
        id,
        text('question', 'Question'),
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

export const developers = list({
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
      description: 'JPG, PNG or WebP. Without a photo, the initials are shown.',
    },
  ],
  detail: ({ role }) => String(role ?? ''),
});
