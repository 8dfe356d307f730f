import { expect, test } from 'vitest';
import { paragraphsOf, parseLinks } from './linked-text.ts';

test('links within the portal are found between plain words', () => {
  expect(parseLinks('See [the list](/coursera) and [marks](/students).')).toEqual([
    { text: 'See ' },
    { text: 'the list', to: '/coursera' },
    { text: ' and ' },
    { text: 'marks', to: '/students' },
    { text: '.' },
  ]);
});

test('a link to another site is told from one within the portal', () => {
  expect(parseLinks('See [Coursera](https://www.coursera.org/learn?q=a).')).toEqual([
    { text: 'See ' },
    { text: 'Coursera', href: 'https://www.coursera.org/learn?q=a' },
    { text: '.' },
  ]);
});

test.each(['[away](http://example.com)', '[away](//example.com)', '[away](javascript:alert(1))'])(
  '%s is no link',
  (text) => {
    expect(parseLinks(text)).toEqual([{ text }]);
  },
);

test('text without links stays whole, and none gives nothing', () => {
  expect(parseLinks('Write "[…]" where <b>words</b> are left out.')).toHaveLength(1);
  expect(parseLinks('')).toEqual([]);
});

test('an address that is written out is a link, without the stop after it', () => {
  expect(parseLinks('See https://example.org/a?b=c. (https://example.org)')).toEqual([
    { text: 'See ' },
    { text: 'https://example.org/a?b=c', href: 'https://example.org/a?b=c' },
    { text: '. (' },
    { text: 'https://example.org', href: 'https://example.org' },
    { text: ')' },
  ]);
});

test('an empty line ends a paragraph, a single line break does not', () => {
  expect(paragraphsOf('One\ntwo\n \n\nthree\r\n\r\nfour\n')).toEqual(['One\ntwo', 'three', 'four']);
});
