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
    description: 'Choices in the proposal form.',
    items: [
      createTextField('label', 'Name', { description: 'The name that students see.' }),
      createTextField('value', 'Code', {
        description: 'Letters and digits. Group names start with it, such as BSCS-2027-014.',
      }),
    ],
    detail: ({ value }) => String(value ?? ''),
  },
  {
    kind: 'list',
    name: 'categories',
    label: 'Categories',
    noun: 'category',
    description: 'Choices in the proposal form.',
    items: { kind: 'text' },
  },
  {
    kind: 'list',
    name: 'supervisors',
    label: 'Supervisors',
    noun: 'supervisor',
    description:
      'Use the exact names of their accounts. The portal adds “other” to the students’ choices.',
    items: { kind: 'text' },
  },
]);

export const categoriesForm = createListForm({
  label: 'Cards',
  noun: 'card',
  description: 'Shown in this order on the page of project categories.',
  items: [
    idField,
    createTextField('title', 'Title', { description: 'The heading of the card.' }),
    createTextField('description', 'Description', {
      description: 'What these projects are about.',
      rows: 3,
    }),
    {
      kind: 'many',
      name: 'options',
      label: 'Proposal form categories on this card',
      description: 'The proposal form links these categories to this card.',
      options: (lists) => toSelectOptions(lists.categories),
    },
    {
      kind: 'list',
      name: 'tools',
      label: 'Tools',
      noun: 'tool',
      description: 'Languages and software that these projects use.',
      items: { kind: 'text' },
    },
    {
      kind: 'many',
      name: 'supervisors',
      label: 'Supervisors',
      description: 'Who supervises these projects.',
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
      'Proposals with fewer members are rejected. If empty, 1. Also update the eligibility questions that mention it.',
    isOptional: true,
  },
  {
    kind: 'number',
    name: 'maxMembers',
    label: 'Maximum number of members',
    description: 'Proposals with more members are rejected.',
  },
  {
    kind: 'number',
    name: 'minMeetings',
    label: 'Confirmed meetings before the viva',
    description:
      'With fewer meetings, markers see a warning beside the viva record but can still save it. If empty or 0, no warning is shown.',
    isOptional: true,
  },
  {
    kind: 'number',
    name: 'reviewDays',
    label: 'Days for requesting a review of a mark',
    description:
      'Counted from when the mark was last saved. An admin who didn’t give the mark decides. If empty or 0, students can’t request reviews.',
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
    description: 'Country code, a space, and # for each digit: +92 3#########',
  }),
  {
    kind: 'object',
    name: 'roll',
    label: 'Roll number pattern',
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
      'Students answer them one at a time before the proposal form. The question about fee proofs is skipped while the Fee proof module is switched off.',
    items: [
      idField,
      createTextField('question', 'Question', {
        description: 'Students answer Yes or No.',
        rows: 2,
      }),
      {
        kind: 'choice',
        name: 'fails',
        label: 'Answer that excludes a student',
        description: 'After this answer, the questions start again.',
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
