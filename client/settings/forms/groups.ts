import { asOptions } from '#client/settings/kit/fields.ts';
import { id, illustrations, list, object, text } from './parts.ts';

export const choices = object([
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
]);

export const categories = list({
  label: 'Cards',
  noun: 'card',
  items: [
    id,
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

export const groups = object([
  { kind: 'number', name: 'maxMembers', label: 'Most members of a group' },
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
      id,
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
]);
