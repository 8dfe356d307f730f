import { expect, test } from 'vitest';
import type { ListField } from './fields.ts';
import { emptyEntry, placeOf, titleOf, toSend } from './values.ts';

const faq: ListField = {
  kind: 'list',
  name: '',
  label: 'Sections',
  noun: 'section',
  items: [
    { kind: 'id', name: 'id', label: 'Id', from: 'title', style: 'slug' },
    { kind: 'text', name: 'title', label: 'Title' },
    { kind: 'number', name: 'hours', label: 'Hours', isOptional: true },
    {
      kind: 'list',
      name: 'questions',
      label: 'Questions',
      noun: 'question',
      items: [
        { kind: 'id', name: 'id', label: 'Id', from: 'question', style: 'slug' },
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

test('new items get ids from their titles that no other item has, and old ones keep theirs', () => {
  const sent = toSend(faq, [
    { id: 'fees', title: 'Something else', questions: [] },
    { id: '', title: 'Fees', hours: '', questions: [{ id: '', question: 'Fées?', answer: ['a'] }] },
  ]);
  expect(sent).toEqual([
    { id: 'fees', title: 'Something else', questions: [] },
    {
      id: 'fees-2',
      title: 'Fees',
      questions: [{ id: 'fees-3', question: 'Fées?', answer: ['a'] }],
    },
  ]);
});

test('an item whose title is empty has no id, so that the title is what has to be mended', () => {
  expect(toSend(faq, [emptyEntry(faq)])).toEqual([{ title: '', questions: [] }]);
});

test.each([
  [7, 7],
  ['7,5', 7.5],
  ['8.', 8],
  [' ', undefined],
  ['many', 'many'],
])('the number typed as %j is sent as %j', (hours, number) => {
  const sent = toSend(faq, [{ id: 'fees', title: 'Fees', hours, questions: [] }]);
  expect(sent).toEqual([
    { id: 'fees', title: 'Fees', ...(number !== undefined && { hours: number }), questions: [] },
  ]);
});

test('keys of milestones are words in one, and begin with a letter', () => {
  const milestones: ListField = {
    kind: 'list',
    name: '',
    label: 'Milestones',
    noun: 'milestone',
    items: [
      { kind: 'id', name: 'key', label: 'Key', from: 'title', style: 'camel' },
      { kind: 'text', name: 'title', label: 'Title' },
      { kind: 'switch', name: 'viva', label: 'Viva' },
    ],
  };
  const titles = ['First internal viva', '2nd report', '…', 'First Internal Viva'];
  const sent = toSend(
    milestones,
    titles.map((title) => ({ key: '', title, viva: false })),
  );
  expect((sent as { key: string }[]).map(({ key }) => key)).toEqual([
    'firstInternalViva',
    'item2ndReport',
    'item',
    'firstInternalViva2',
  ]);
  expect(sent).not.toContainEqual(expect.objectContaining({ viva: false }));
});

test('an error says in words where its field is', () => {
  expect(placeOf(faq, ['1', 'questions', '0', 'answer', '2'])).toBe(
    'Section 2, Question 1, Paragraph 3',
  );
  expect(placeOf(faq, ['0', 'title'])).toBe('Section 1, Title');
  expect(placeOf(faq, [])).toBe('Sections');
});

test('an item is shown by its first text, and a new one by its place', () => {
  expect(titleOf(faq, { title: 'Fees' }, 0)).toBe('Fees');
  expect(titleOf(faq, { title: ' ' }, 2)).toBe('New section (3)');
});
