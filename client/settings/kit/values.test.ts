import { expect, test } from 'vitest';
import type { ListField } from './fields.ts';
import { createEmptyListEntry, describeFieldPath, getItemTitle, toRequestValue } from './values.ts';

const faq: ListField = {
  kind: 'list',
  name: '',
  label: 'Sections',
  noun: 'section',
  items: [
    { kind: 'id', name: 'id', label: 'Id' },
    { kind: 'text', name: 'title', label: 'Title' },
    { kind: 'number', name: 'hours', label: 'Hours', isOptional: true },
    {
      kind: 'list',
      name: 'questions',
      label: 'Questions',
      noun: 'question',
      items: [
        { kind: 'id', name: 'id', label: 'Id' },
        { kind: 'text', name: 'question', label: 'Question' },
        {
          kind: 'list',
          name: 'answer',
          label: 'Answer',
          noun: 'paragraph',
          items: { kind: 'text' },
        },
      ],
    },
  ],
};

const randomId = expect.stringMatching(/^[a-z]{12}$/);

test('toRequestValue assigns random ids to new items and keeps stored ids', () => {
  const sent = toRequestValue(faq, [
    { id: 'fees', title: 'Something else', questions: [] },
    { id: '', title: 'Fees', hours: '', questions: [{ id: '', question: 'Fées?', answer: ['a'] }] },
  ]);
  expect(sent).toEqual([
    { id: 'fees', title: 'Something else', questions: [] },
    {
      id: randomId,
      title: 'Fees',
      questions: [{ id: randomId, question: 'Fées?', answer: ['a'] }],
    },
  ]);
});

test('toRequestValue assigns an id even to an item with an empty title', () => {
  expect(toRequestValue(faq, [createEmptyListEntry(faq)])).toEqual([
    { id: randomId, title: '', questions: [] },
  ]);
});

test.each([
  [7, 7],
  ['7,5', 7.5],
  ['8.', 8],
  [' ', undefined],
  ['many', 'many'],
])('toRequestValue converts the content of a number field from %j to %j', (hours, number) => {
  const sent = toRequestValue(faq, [{ id: 'fees', title: 'Fees', hours, questions: [] }]);
  expect(sent).toEqual([
    { id: 'fees', title: 'Fees', ...(number !== undefined && { hours: number }), questions: [] },
  ]);
});

test('toRequestValue omits the field of a switch that is off', () => {
  const parts: ListField = {
    kind: 'list',
    name: '',
    label: 'Parts',
    noun: 'part',
    items: [{ kind: 'switch', name: 'viva', label: 'Viva' }],
  };
  expect(toRequestValue(parts, [{ viva: false }, { viva: true }])).toEqual([{}, { viva: true }]);
});

test('describeFieldPath formats the path to a field as item numbers and labels', () => {
  expect(describeFieldPath(faq, ['1', 'questions', '0', 'answer', '2'])).toBe(
    'Section 2, Question 1, Paragraph 3',
  );
  expect(describeFieldPath(faq, ['0', 'title'])).toBe('Section 1, Title');
  expect(describeFieldPath(faq, [])).toBe('Sections');
});

test('getItemTitle returns an item’s first text field, or a placeholder title with its position if that field is empty', () => {
  expect(getItemTitle(faq, { title: 'Fees' }, 0)).toBe('Fees');
  expect(getItemTitle(faq, { title: ' ' }, 2)).toBe('New section (3)');
});
