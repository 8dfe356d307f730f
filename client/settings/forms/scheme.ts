import type { Field, ListItem } from '#client/settings/kit/fields.ts';
import { createObjectForm, createTextField, formatItemCount } from './parts.ts';

const milestone: Field[] = [
  createTextField('title', 'Title', { description: 'Shown to markers and students.' }),
  {
    kind: 'id',
    name: 'key',
    label: 'Key',
    description:
      'Marks are stored under this key, so you can’t change it later. If empty, the portal chooses one.',
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
    description: 'Who enters the marks. Admins always can.',
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
    description: 'The deadline whose submissions are marked. Its files are shown beside the marks.',
    options: (lists) => lists.deadlines,
    none: 'None',
    isOptional: true,
  },
  {
    kind: 'object',
    name: 'similarity',
    label: 'Similarity limits',
    description:
      'For the thesis milestone. Members enter the figures from their similarity report, and the supervisor confirms them before anyone can save this mark. A figure that reaches its limit also needs a recorded decision. If off, no figures are requested.',
    isOptional: true,
    fields: [
      {
        kind: 'number',
        name: 'overall',
        label: 'Overall similarity, below (percent)',
        description: 'At this percentage or more, the thesis needs a decision. HEC: 20.',
      },
      {
        kind: 'number',
        name: 'singleSource',
        label: 'Highest single source, below (percent)',
        description: 'At this percentage or more, the thesis needs a decision. HEC: 5.',
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
      createTextField('title', 'Part title', {
        description: 'Shown on the tab, and used in the API.',
      }),
      {
        kind: 'switch',
        name: 'viva',
        label: 'This part contains the viva’s date, status and feedback',
        description: 'Only one part can contain them.',
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
