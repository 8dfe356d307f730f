import { describe, expect, it } from 'vitest';
import { listMentionedIds, showMentions, writeMentions } from './mentions.ts';

const people = [
  { id: '00000000-0000-4000-8000-00000000000a', name: 'Ali' },
  { id: '00000000-0000-4000-8000-00000000000b', name: 'Ali Khan' },
];
const [ali, khan] = people.map(({ id }) => `@{${id}}`);

describe('writeMentions', () => {
  it('prefers the longer of two names that begin alike', () => {
    expect(writeMentions('@Ali Khan and @Ali: hello', people)).toBe(`${khan} and ${ali}: hello`);
  });

  it('does not change text without a mention, such as an email address', () => {
    const text = 'Ali Khan, @Sana, @Alina, a@Ali';
    expect(writeMentions(text, people)).toBe(text);
  });
});

describe('showMentions', () => {
  it('shows the names of mentioned people, and leaves other braces unchanged', () => {
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const show = (text: string) => showMentions(text, (id) => names.get(id) ?? 'someone');
    expect(show(`${khan}, ${ali} and @{x}`)).toBe('@Ali Khan, @Ali and @{x}');
    expect(show('@{00000000-0000-4000-8000-000000000000}')).toBe('@someone');
  });
});

describe('listMentionedIds', () => {
  it('returns each mentioned person once', () => {
    expect(listMentionedIds(`${ali} ${khan} ${ali} @{x}`)).toEqual(people.map(({ id }) => id));
  });
});
