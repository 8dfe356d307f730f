import type { Field, ListItem } from '#client/settings/kit/fields.ts';
import { createObjectForm, createTextField, formatItemCount } from './parts.ts';

const milestone: Field[] = [
  createTextField('title', 'Title', { description: 'Shown to markers and students.' }),
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
    description: 'Who enters the marks. Admins always may.',
    initial: ['supervisor'],
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
  {
    kind: 'object',
    name: 'similarity',
    label: 'Limits of similarity',
    description:
      'For the milestone of the thesis. Members enter the figures of their similarity report, and the supervisor confirms them. Nobody can save this mark before that, nor for a figure that reaches its limit without a named decision. If off, nothing is asked or refused.',
    isOptional: true,
    fields: [
      {
        kind: 'number',
        name: 'overall',
        label: 'Overall similarity, below (percent)',
        description: 'From this percentage on, the thesis needs a decision. HEC: 20.',
      },
      {
        kind: 'number',
        name: 'singleSource',
        label: 'Highest single source, below (percent)',
        description: 'From this percentage on, the thesis needs a decision. HEC: 5.',
      },
    ],
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
      createTextField('title', 'Title of the part', {
        description: 'Shown on the tab. Other programs address the part by it.',
      }),
      {
        kind: 'switch',
        name: 'viva',
        label: 'This part contains the viva’s date, status and feedback',
        description: 'At most one part can.',
      },
      {
        kind: 'list',
        name: 'milestones',
        label: 'Milestones',
        noun: 'milestone',
        description: 'In the order in which they are marked.',
        items: milestone,
        detail: ({ total, weight }: ListItem) =>
          `${total || '–'} marks, weight ${weight === '' ? '–' : weight}`,
      },
    ],
    detail: (part) => formatItemCount(part.milestones, 'milestone'),
  },
]);
