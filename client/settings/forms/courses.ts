import { type Field, toSelectOptions } from '#client/settings/kit/fields.ts';
import { createObjectForm, createTextField, formatItemCount, idField } from './parts.ts';

const levels = toSelectOptions(['Beginner', 'Intermediate', 'Advanced']);

function listMandatoryCertificates(_lists: unknown, root: unknown) {
  const { rule } = root as { rule: { mandatory: { id: string; title: string }[] } };
  return rule.mandatory
    .filter((certificate) => certificate.id)
    .map((certificate) => ({ value: certificate.id, label: certificate.title }));
}

const course: Field[] = [
  idField,
  createTextField('title', 'Title'),
  createTextField('provider', 'Provider'),
  createTextField('url', 'URL', {
    description: 'Page of the course, beginning with https://. Optional.',
    isOptional: true,
  }),
  { kind: 'number', name: 'hours', label: 'Hours', description: 'Approximate duration.' },
  { kind: 'choice', name: 'level', label: 'Level', options: levels },
  createTextField('details', 'Details', { rows: 3 }),
  {
    kind: 'choice',
    name: 'fulfils',
    label: 'Counts for the mandatory certificate',
    options: listMandatoryCertificates,
    none: 'None',
    isOptional: true,
  },
];

export const coursesForm = createObjectForm([
  {
    kind: 'object',
    name: 'rule',
    label: 'Required certificates',
    fields: [
      { kind: 'number', name: 'minimum', label: 'Certificates in total' },
      { kind: 'number', name: 'minimumOptional', label: 'Optional certificates at least' },
      createTextField('internship', 'What an internship certificate replaces', { rows: 2 }),
      {
        kind: 'list',
        name: 'mandatory',
        label: 'Mandatory certificates',
        noun: 'certificate',
        description: 'Save a new certificate before you assign courses to it.',
        items: [idField, createTextField('title', 'Title')],
      },
    ],
  },
  {
    kind: 'list',
    name: 'topics',
    label: 'Topics',
    noun: 'topic',
    items: [
      idField,
      createTextField('title', 'Title of the topic'),
      {
        kind: 'list',
        name: 'courses',
        label: 'Courses',
        noun: 'course',
        items: course,
        detail: ({ provider }) => String(provider ?? ''),
      },
    ],
    detail: (topic) => formatItemCount(topic.courses, 'course'),
  },
]);
