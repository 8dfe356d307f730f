import { describe, expect, it } from 'vitest';
import { completeMention, findOpenMention, listMatchingPeople } from './find-mention.ts';

const people = [
  { id: 'a', name: 'Dr. Omar Siddiqui' },
  { id: 'b', name: 'Sana Malik' },
];
const find = (text: string, caret = text.length) => findOpenMention(text, caret);

describe('findOpenMention', () => {
  it.each(['@', 'Hello @sa', 'Hello\n@Sana M', '(@dr. o'])('finds the mention in “%s”', (text) => {
    expect(find(text)?.start).toBe(text.indexOf('@'));
  });

  it.each(['', 'sana@malik', 'Hello @Sana, no', '@@'])('finds no mention in “%s”', (text) => {
    expect(find(text)).toBeUndefined();
  });

  it('ignores text after the caret', () => {
    expect(find('@sa Hello', 3)).toEqual({ start: 0, end: 3, typed: 'sa' });
  });
});

describe('listMatchingPeople', () => {
  const listNames = (typed: string) =>
    listMatchingPeople(people, { start: 0, end: 0, typed }).map(({ name }) => name);

  it('returns the people of whose name a word begins with the text', () => {
    expect(listNames('sid')).toEqual(['Dr. Omar Siddiqui']);
    expect(listNames('MALIK')).toEqual(['Sana Malik']);
    expect(listNames('ana')).toEqual([]);
    expect(listNames('')).toHaveLength(2);
  });
});

describe('completeMention', () => {
  it('inserts the name, and places the caret after one space', () => {
    const person = { id: 'b', name: 'Sana Malik' };
    const mention = { start: 6, end: 9, typed: 'sa' };
    expect(completeMention('Hello @sa now', mention, person)).toEqual({
      text: 'Hello @Sana Malik now',
      caret: 18,
    });
  });
});
