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
    description: 'Choices of the proposal form.',
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
    description: 'Choices of the proposal form.',
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
  description: 'Shown on the page of project categories in this order.',
  items: [
    idField,
    createTextField('title', 'Title', { description: 'The heading of the card.' }),
    createTextField('description', 'Description', {
      description: 'What such projects are about.',
      rows: 3,
    }),
    {
      kind: 'many',
      name: 'options',
      label: 'Categories of the proposal form on this card',
      description: 'They lead from the form to the card.',
      options: (lists) => toSelectOptions(lists.categories),
    },
    {
      kind: 'list',
      name: 'tools',
      label: 'Tools',
      noun: 'tool',
      description: 'Languages and programs that such projects use.',
      items: { kind: 'text' },
    },
    {
      kind: 'many',
      name: 'supervisors',
      label: 'Supervisors',
      description: 'Who supervises such projects.',
      allowsNone: true,
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
  {
    kind: 'number',
    name: 'minMembers',
    label: 'Minimum number of members',
    description:
      'A proposal with fewer members is refused. If empty, 1. Change the eligibility questions that mention it, too.',
    isOptional: true,
  },
  {
    kind: 'number',
    name: 'maxMembers',
    label: 'Maximum number of members',
    description: 'A proposal with more members is refused.',
  },
  {
    kind: 'number',
    name: 'minMeetings',
    label: 'Confirmed meetings before the viva',
    description:
      'With fewer, markers see a warning beside the viva record, which they can still save. If empty or 0, none.',
    isOptional: true,
  },
  {
    kind: 'number',
    name: 'reviewDays',
    label: 'Days for requesting a review of a mark',
    description:
      'Counted from the last save of the mark. An admin who did not give the mark decides. If empty or 0, students cannot request reviews.',
    isOptional: true,
  },
  {
    kind: 'number',
    name: 'joinDays',
    label: 'Days for the files of a member who joins late',
    description:
      'Members who join, return or move submit their own files, such as certificates, within these days, even after a deadline. If empty, 14.',
    isOptional: true,
  },
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
    description:
      'Students answer them one at a time before the proposal form. The question about fee proofs is not asked while this module is switched off.',
    items: [
      idField,
      createTextField('question', 'Question', {
        description: 'A student answers it with Yes or No.',
        rows: 2,
      }),
      {
        kind: 'choice',
        name: 'fails',
        label: 'Answer that excludes a student',
        description: 'After this answer the questions start again.',
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
