import { asOptions, type Field } from '#client/settings/kit/fields.ts';
import { countOf, id, object, text } from './parts.ts';

const levels = asOptions(['Beginner', 'Intermediate', 'Advanced']);

function mandatoryOf(_lists: unknown, root: unknown) {
  const { rule } = root as { rule: { mandatory: { id: string; title: string }[] } };
  return rule.mandatory.filter((one) => one.id).map((one) => ({ value: one.id, label: one.title }));
}

const course: Field[] = [
  id,
  text('title', 'Title'),
  text('provider', 'Provider'),
  text('url', 'Web address', {
    description: 'Where the course is found, beginning with https://. May be left empty.',
    isOptional: true,
  }),
  { kind: 'number', name: 'hours', label: 'Hours', description: 'About how long it takes.' },
  { kind: 'choice', name: 'level', label: 'Level', options: levels },
  text('details', 'Details', { rows: 3 }),
  {
    kind: 'choice',
    name: 'fulfils',
    label: 'Counts for the mandatory certificate',
    options: mandatoryOf,
    none: 'None',
    isOptional: true,
  },
];

export const courses = object([
  {
    kind: 'object',
    name: 'rule',
    label: 'Rule of certificates',
    fields: [
      { kind: 'number', name: 'minimum', label: 'Certificates in all' },
      { kind: 'number', name: 'minimumOptional', label: 'Of those, optional at least' },
      text('internship', 'What an internship certificate substitutes', { rows: 2 }),
      {
        kind: 'list',
        name: 'mandatory',
        label: 'Mandatory certificates',
        noun: 'certificate',
        description: 'Save a new one before courses count for it.',
        items: [id, text('title', 'Title')],
      },
    ],
  },
  {
    kind: 'list',
    name: 'topics',
    label: 'Topics',
    noun: 'topic',
    items: [
      id,
      text('title', 'Title of the topic'),
      {
        kind: 'list',
        name: 'courses',
        label: 'Courses',
        noun: 'course',
        items: course,
        detail: ({ provider }) => String(provider ?? ''),
      },
    ],
    detail: (topic) => countOf(topic.courses, 'course'),
  },
]);
