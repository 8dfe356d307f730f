import { expect, test } from 'vitest';
import { parseAnswer } from './parse-answer.ts';

test('links within the portal are found between plain words', () => {
  expect(parseAnswer('See [the list](/coursera) and [marks](/students).')).toEqual([
    { text: 'See ' },
    { text: 'the list', to: '/coursera' },
    { text: ' and ' },
    { text: 'marks', to: '/students' },
    { text: '.' },
  ]);
});

test.each(['[away](https://example.com)', '[away](//example.com)', '[away](javascript:alert(1))'])(
  '%s is no link',
  (text) => {
    expect(parseAnswer(text)).toEqual([{ text }]);
  },
);

test('text without links stays whole, and none gives nothing', () => {
  expect(parseAnswer('Write "[…]" where <b>words</b> are left out.')).toHaveLength(1);
  expect(parseAnswer('')).toEqual([]);
});
