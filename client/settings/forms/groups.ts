import { toSelectOptions } from '#client/settings/kit/fields.ts';
import {
  createIllustrationField,
  createListForm,
  createObjectForm,
  createTextField,
  idField,
} from './parts.ts';

export const choicesForm = createObjectForm([
  {
    kind: 'list',
    name: 'programs',
    label: 'Programs',
    noun: 'program',
    items: [
      createTextField('label', 'Name', { description: 'The name that students see.' }),
      createTextField('value', 'Code', {
        description: 'Letters and digits. Group names begin with it: BSCS-2027-014.',
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
      'Exactly the names of their accounts. The portal adds “other” to the students’ choices.',
    items: { kind: 'text' },
  },
]);

export const categoriesForm = createListForm({
  label: 'Cards',
  noun: 'card',
  items: [
    idField,
    createTextField('title', 'Title'),
    createTextField('description', 'Description', { rows: 3 }),
    {
      kind: 'many',
      name: 'options',
      label: 'Categories of the proposal form on this card',
      options: (lists) => toSelectOptions(lists.categories),
    },
    { kind: 'list', name: 'tools', label: 'Tools', noun: 'tool', items: { kind: 'text' } },
    {
      kind: 'many',
      name: 'supervisors',
      label: 'Supervisors',
      options: (lists) => toSelectOptions(lists.supervisors),
    },
    createIllustrationField({
      web: 'Web',
      app: 'App',
      iot: 'Internet of things',
      ai: 'Artificial intelligence',
      networking: 'Networking',
    }),
  ],
});

export const groupRulesForm = createObjectForm([
  { kind: 'number', name: 'maxMembers', label: 'Maximum number of members' },
  createTextField('phone', 'Phone numbers', {
    description: 'The country’s code, a space, and # for each digit: +92 3#########',
  }),
  {
    kind: 'object',
    name: 'roll',
    label: 'Pattern of roll numbers',
    isOptional: true,
    fields: [
      createTextField('pattern', 'Pattern', {
        description: '# is a digit and A a letter: F##-AAA-###',
      }),
      createTextField('example', 'Example', {
        description: 'A roll number that matches the pattern.',
      }),
    ],
  },
  {
    kind: 'list',
    name: 'eligibility',
    label: 'Eligibility questions',
    noun: 'question',
    description: 'Students answer them one at a time before the proposal form.',
    items: [
      idField,
      createTextField('question', 'Question', { rows: 2 }),
      {
        kind: 'choice',
        name: 'fails',
        label: 'Answer that excludes a student',
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
