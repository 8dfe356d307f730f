import type { Field, Item } from '#client/settings/kit/fields.ts';
import { countOf, object, text } from './parts.ts';

const milestone: Field[] = [
  text('title', 'Title'),
  {
    kind: 'id',
    name: 'key',
    label: 'Key',
    description:
      'What marks are stored under: fixed once it is saved. Left empty, the portal chooses one.',
    isShown: true,
  },
  { kind: 'number', name: 'total', label: 'Total', description: 'The most marks.' },
  {
    kind: 'number',
    name: 'weight',
    label: 'Weight',
    description: 'Its share of the final mark, against the others’.',
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

export const scheme = object([
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
]);
