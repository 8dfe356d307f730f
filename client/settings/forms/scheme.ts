import type { Field, ListItem } from '#client/settings/kit/fields.ts';
import { createObjectForm, createTextField, formatItemCount } from './parts.ts';

const milestone: Field[] = [
  createTextField('title', 'Title'),
  {
    kind: 'id',
    name: 'key',
    label: 'Key',
    description:
      'Marks are stored under this id, which is fixed once it is saved. If empty, the portal chooses one.',
    isShown: true,
  },
  { kind: 'number', name: 'total', label: 'Total', description: 'Maximum marks.' },
  {
    kind: 'number',
    name: 'weight',
    label: 'Weight',
    description: 'Share of the final mark, relative to the other milestones.',
  },
  {
    kind: 'many',
    name: 'markers',
    label: 'Markers',
    options: [
      { value: 'supervisor', label: 'Supervisor' },
      { value: 'externalExaminer', label: 'External examiner' },
    ],
  },
  {
    kind: 'choice',
    name: 'deadline',
    label: 'Deadline',
    description:
      'The deadline of the submissions that are marked. Its files are shown beside the marks.',
    options: (lists) => lists.deadlines,
    none: 'None',
    isOptional: true,
  },
];

export const schemeForm = createObjectForm([
  {
    kind: 'list',
    name: 'parts',
    label: 'Parts',
    noun: 'part',
    description: 'Each part is a tab on the marks page.',
    items: [
      createTextField('title', 'Title of the part'),
      {
        kind: 'switch',
        name: 'viva',
        label: 'This part contains the viva’s date, status and feedback',
      },
      {
        kind: 'list',
        name: 'milestones',
        label: 'Milestones',
        noun: 'milestone',
        items: milestone,
        detail: ({ total, weight }: ListItem) =>
          `${total || '–'} marks, weight ${weight === '' ? '–' : weight}`,
      },
    ],
    detail: (part) => formatItemCount(part.milestones, 'milestone'),
  },
]);
