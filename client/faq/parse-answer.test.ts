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

test('a link to another site is told from one within the portal', () => {
  expect(parseAnswer('See [Coursera](https://www.coursera.org/learn?q=a).')).toEqual([
    { text: 'See ' },
    { text: 'Coursera', href: 'https://www.coursera.org/learn?q=a' },
    { text: '.' },
  ]);
});

test.each(['[away](http://example.com)', '[away](//example.com)', '[away](javascript:alert(1))'])(
  '%s is no link',
  (text) => {
    expect(parseAnswer(text)).toEqual([{ text }]);
  },
);

test('text without links stays whole, and none gives nothing', () => {
  expect(parseAnswer('Write "[…]" where <b>words</b> are left out.')).toHaveLength(1);
  expect(parseAnswer('')).toEqual([]);
});
