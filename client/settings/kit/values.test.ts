import { expect, test } from 'vitest';
import type { ListField } from './fields.ts';
import { emptyEntry, placeOf, titleOf, toSend } from './values.ts';

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

test('new items get random ids, and stored ones keep theirs', () => {
  const sent = toSend(faq, [
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

test('an item whose title is empty has an id too, so that only the title has to be corrected', () => {
  expect(toSend(faq, [emptyEntry(faq)])).toEqual([{ id: randomId, title: '', questions: [] }]);
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

test('a switch that is off is left out', () => {
  const parts: ListField = {
    ...{ kind: 'list', name: '', label: 'Parts', noun: 'part' },
    items: [{ kind: 'switch', name: 'viva', label: 'Viva' }],
  };
  expect(toSend(parts, [{ viva: false }, { viva: true }])).toEqual([{}, { viva: true }]);
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
