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
  createTextField('title', 'Title', { description: 'As it appears on the certificate.' }),
  createTextField('provider', 'Provider', { description: 'Who issues the certificate.' }),
  createTextField('url', 'URL', {
    description: 'Course page, starting with https://. Optional.',
    isOptional: true,
  }),
  { kind: 'number', name: 'hours', label: 'Hours', description: 'Approximate duration.' },
  {
    kind: 'choice',
    name: 'level',
    label: 'Level',
    description: 'Who the course is for.',
    options: levels,
  },
  createTextField('details', 'Details', {
    description: 'Shown when a student opens the course.',
    rows: 3,
  }),
  {
    kind: 'choice',
    name: 'fulfils',
    label: 'Counts for the mandatory certificate',
    description: 'Otherwise it counts as an optional one.',
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
      {
        kind: 'number',
        name: 'minimum',
        label: 'Certificates in total',
        description: 'How many each member needs.',
      },
      {
        kind: 'number',
        name: 'minimumOptional',
        label: 'Minimum optional certificates',
        description: 'How many of them must be optional.',
      },
      createTextField('internship', 'What an internship certificate replaces', {
        description: 'Shown with the required certificates.',
        rows: 2,
      }),
      {
        kind: 'list',
        name: 'mandatory',
        label: 'Mandatory certificates',
        noun: 'certificate',
        description: 'Save a new certificate before you assign courses to it.',
        items: [
          idField,
          createTextField('title', 'Title', { description: 'What each member must have.' }),
        ],
      },
    ],
  },
  {
    kind: 'list',
    name: 'topics',
    label: 'Topics',
    noun: 'topic',
    description: 'Shown in this order on the page of courses.',
    items: [
      idField,
      createTextField('title', 'Topic title', {
        description: 'The heading above its courses.',
      }),
      {
        kind: 'list',
        name: 'courses',
        label: 'Courses',
        noun: 'course',
        description: 'Students choose from them when they list a certificate.',
        items: course,
        detail: ({ provider }) => String(provider ?? ''),
      },
    ],
    detail: (topic) => formatItemCount(topic.courses, 'course'),
  },
]);
