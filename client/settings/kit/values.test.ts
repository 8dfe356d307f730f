import { expect, test } from 'vitest';
import type { ListField, OptionLists } from './fields.ts';
import {
  createEmptyListEntry,
  createPastedEntry,
  describeFieldPath,
  getDateOrder,
  getItemTitle,
  getPasteField,
  sortByDate,
  splitPastedLines,
  toRequestValue,
} from './values.ts';

const described = { description: 'Its purpose.' };
const faq: ListField = {
  ...described,
  kind: 'list',
  name: '',
  label: 'Sections',
  noun: 'section',
  items: [
    { kind: 'id', name: 'id', label: 'Id' },
    { ...described, kind: 'text', name: 'title', label: 'Title' },
    { ...described, kind: 'number', name: 'hours', label: 'Hours', isOptional: true },
    {
      ...described,
      kind: 'list',
      name: 'questions',
      label: 'Questions',
      noun: 'question',
      items: [
        { kind: 'id', name: 'id', label: 'Id' },
        { ...described, kind: 'text', name: 'question', label: 'Question' },
        {
          ...described,
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
    ...faq,
    items: [{ ...described, kind: 'switch', name: 'viva', label: 'Viva' }],
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

test('getItemTitle returns the label of the chosen option for an item without text', () => {
  const options = ({ milestones }: OptionLists) => milestones;
  const contributions: ListField = {
    ...faq,
    noun: 'milestone',
    items: [{ ...described, kind: 'choice', name: 'milestone', label: 'Milestone', options }],
  };
  const lists = {
    ...{ programs: [], categories: [], supervisors: [], kinds: [], deadlines: [] },
    milestones: [{ value: 'month1', label: 'Month 1' }],
  };
  expect(getItemTitle(contributions, { milestone: 'month1' }, 0, lists)).toBe('Month 1');
  expect(getItemTitle(contributions, { milestone: 'gone' }, 0, lists)).toBe('gone');
  expect(getItemTitle(contributions, { milestone: '' }, 1, lists)).toBe('New milestone (2)');
});

test('toRequestValue sends false for a switch that is off but on by default', () => {
  const modules = {
    kind: 'object',
    name: '',
    label: '',
    fields: [{ ...described, kind: 'switch', name: 'cv', label: 'CV', isOnByDefault: true }],
  } as const;
  expect(toRequestValue(modules, { cv: false })).toEqual({ cv: false });
  expect(toRequestValue(modules, { cv: true })).toEqual({ cv: true });
});

test('splitPastedLines drops empty lines, and spaces around lines', () => {
  expect(splitPastedLines('Dr. Amina\r\n\r\n Dr. Bilal \nA\tB\n')).toEqual([
    'Dr. Amina',
    'Dr. Bilal',
    'A B',
  ]);
});

test('pasted lines become the text of an entry or its first text field, but not of a field with several rows', () => {
  const names: ListField = { ...faq, noun: 'supervisor', items: { kind: 'text' } };
  expect(getPasteField(names)).toBe('');
  expect(createPastedEntry(names, 'Dr. Amina')).toBe('Dr. Amina');
  expect(getPasteField(faq)).toBe('.title');
  expect(createPastedEntry(faq, 'Fees')).toEqual({
    id: expect.stringMatching(/./),
    title: 'Fees',
    hours: '',
    questions: [],
  });
  expect(getPasteField({ ...faq, items: { kind: 'text', rows: 3 } })).toBeUndefined();
});

test('getDateOrder and sortByDate put the earliest date first and items without a date last', () => {
  const dates: ListField = { ...faq, sortedBy: 'due' };
  const items = [{ due: '2027-05-07 23:59' }, { due: '' }, { due: '2026-11-30 23:59' }];
  expect(getDateOrder(dates, items)).toEqual([2, 0, 1]);
  expect(sortByDate(dates, items)).toEqual([items[2], items[0], items[1]]);
  expect(sortByDate(faq, items)).toBe(items);
});
