import { describe, expect, it, test } from 'vitest';
import { type Block, FormattedText, mapRuns, toSearchText } from './formatted-text.ts';
import { parseLinkTarget } from './link-target.ts';
import { parseFormattedText } from './parse-formatted-text.ts';

const paragraph = (text: string): Block => ({ kind: 'paragraph', inlines: [{ text }] });

describe('text that was written before it was formatted', () => {
  it.each([
    '2027. Year of the project\n1000. Next',
    '5 * 3 * 2 = 30, 5*3*2 and 2**3**4',
    'Grades A* and B*, marked (*) and (*), "*" or “*”',
    '* Only for BSCS\n** Only for BSSE',
    '+ 92 300 1234567',
    'snake_case_name, __init__.py and _private',
    '# not a heading\n## nor this',
    'Title\n=====\nPart\n-----',
    '---\n***\n___\n- - -\n-',
    '~~~~~~~~\nA line of tildes',
    '> quoted\n>> twice',
    '<b>words</b> & <script>alert(1)</script> &amp; &copy; a < b > c',
    String.raw`\\server\share, C:\_old, C:\Users\x and \n`,
    '| a | b |\n|---|---|',
    '[ref]: https is a word\n[1] and [words][ref] and [x] (y)',
    'Write "[…]" where words are left out',
    'https:// and http://… and ftp://example.org, www.example.org, a@b.org',
    '`` and ` alone',
    '12.5 marks\n3.Room\n-5 degrees\n–dash',
  ])('is shown as it was typed: %j', (text) => {
    expect(parseFormattedText(text)).toEqual({ blocks: [paragraph(text)], errors: [] });
  });
});

const path =
  'Write a path that begins with one /, such as /coursera, or an address that begins with https://, http:// or mailto:, without spaces.';
const brackets =
  'Write [words](https://…): close each bracket, write a space in the address as %20, and put no link into another.';
const nowhere = (target: string) => `the link “${target}” leads nowhere. ${path}`;
const broken = (source: string) => `“${source}” is not a link. ${brackets}`;

describe('a link that leads nowhere', () => {
  it.each([
    ['[a](javascript:alert(1))', nowhere('javascript:alert(1)')],
    ['[a](JavaScript:alert)', nowhere('JavaScript:alert')],
    ['[a](data:text/html,x)', nowhere('data:text/html,x')],
    ['[a](vbscript:x)', nowhere('vbscript:x')],
    ['[a](ftp://example.org)', nowhere('ftp://example.org')],
    ['[a](tel:123)', nowhere('tel:123')],
    ['[a](//example.org)', nowhere('//example.org')],
    [String.raw`[a](/\example.org)`, nowhere(String.raw`/\example.org`)],
    ['[a](/a/..//example.org)', nowhere('/a/..//example.org')],
    ['[a](coursera)', nowhere('coursera')],
    ['[a](www.example.org)', nowhere('www.example.org')],
    ['[a](https:example.org)', nowhere('https:example.org')],
    ['[a](https:///path)', nowhere('https:///path')],
    ['[a](https://a b.org)', nowhere('https://a b.org')],
    ['[a](<https://example.org/a b>)', nowhere('https://example.org/a b')],
    ['[a](https://example.org/%zz)', nowhere('https://example.org/%zz')],
    ['[a](https://user:secret@example.org)', nowhere('https://user:secret@example.org')],
    ['[a](https://good.test@example.org)', nowhere('https://good.test@example.org')],
    ['[a](https://example.org/{group})', nowhere('https://example.org/{group}')],
    ['[a](https://example.org/\u202ex)', nowhere('https://example.org/\u202ex')],
    ['[a](mailto:nobody)', nowhere('mailto:nobody')],
    ['<javascript:alert(1)>', nowhere('javascript:alert(1)')],
    ['- one\n- *[a](x:y)*', nowhere('x:y')],
    ['[a](https://example.org/(b) c', broken('[a](https://example.org/(b) c')],
    ['[a]()', broken('[a]()')],
    ['[a](<>)', broken('[a](<>)')],
    ['[a [b](/c) d](/e)', broken('[a b d](/e)')],
    [
      '[](/fypcategories)',
      'the link to /fypcategories has no words. Write [words](/fypcategories).',
    ],
    ['[ \u200b](/a)', 'the link to /a has no words. Write [words](/a).'],
  ])('is refused and is no link: %j', (source, message) => {
    const { blocks, errors } = parseFormattedText(source);
    expect(errors).toEqual([message]);
    // A link within the words of another one stays a link.
    const hrefs = JSON.stringify(blocks).match(/"href":"[^"]*"/g) ?? [];
    expect(hrefs.filter((href) => href !== '"href":"/c"')).toEqual([]);
  });

  it('is named once, and a text with many of them names five', () => {
    const source = `${'[a](b) '.repeat(3)}${Array.from({ length: 50 }, (_, i) => `[a](x${i})`).join('\n\n')}`;
    const targets = ['b', 'x0', 'x1', 'x2', 'x3'];
    expect(parseFormattedText(source).errors).toEqual(targets.map(nowhere));
  });

  it('is quoted in a line that is short, however long it is', () => {
    const { errors } = parseFormattedText(`[a](${'x'.repeat(500)}) [b](/${'('.repeat(500)}`);
    for (const error of errors) expect(error.length).toBeLessThan(260);
    expect(errors).toHaveLength(2);
  });
});

test('a target is returned in its normalised form', () => {
  expect(parseLinkTarget('HTTPS://Example.ORG/Ä?q=ü')).toBe('https://example.org/%C3%84?q=%C3%BC');
  expect(parseLinkTarget('/a/../b c'.replace(' ', '%20'))).toBe('/b%20c');
  expect(parseLinkTarget('/')).toBe('/');
});

describe('hostile text', () => {
  const size = 50_000;
  const of = (part: string) => part.repeat(size / part.length);
  const indented = Array.from({ length: 300 }, (_, depth) => `${' '.repeat(2 * depth)}- a`);
  const backticks = Array.from({ length: 300 }, (_, length) => `e${'`'.repeat(length)}`);
  it.each([
    ['opening brackets', of('[')],
    ['brackets that never close a link', `[[${of('](')}`],
    ['links within links', `${of('[').slice(size / 2)}a${of('](/b)')}`],
    ['emphasis that overlaps', of('*a **b ')],
    ['emphasis that never closes', of('*a_ ')],
    ['strong text within words', of('a**b')],
    ['lists within lists on one line', `${of('- ')}a`],
    ['lists within lists', indented.join('\n')],
    ['items', of('- a\n')],
    ['targets that never end', of('[a](<b')],
    ['titles that never end', of('[a](/b "')],
    ['parentheses', `[a](/${of('(')}`],
    ['backticks of every length', backticks.join('')],
    ['fences', of('- ```\n')],
    ['URLs', of('https://a/(')],
    ['user names', `https://${of('a@')}`],
    ['angle brackets', of('<a:')],
    ['backslashes', of('\\[')],
    ['empty lines', `${of('\n')}a`],
  ])('costs linear time: %s', (_, text) => {
    const started = performance.now();
    const { blocks } = parseFormattedText(text);
    // Linear parsing takes a tenth of this; a parser with quadratic time takes a minute.
    expect(performance.now() - started).toBeLessThan(5000);
    expect(FormattedText.safeParse(blocks).success).toBe(true);
  });

  it('loses nothing in a list that is too deep', () => {
    expect(toSearchText(parseFormattedText('- 1. - - 2. deep').blocks)).toBe('- 2. deep');
  });
});

test('placeholders are replaced in words and code, and never read as formatting', () => {
  const { blocks } = parseFormattedText(
    'Dear {name}, *{name}*\n\n- [{name}](/a)\n\n```\n{name}\n```',
  );
  const replaced = mapRuns(blocks, (text) => text.replaceAll('{name}', '**[x](/y)**'));
  const words = '**[x](/y)**';
  expect(toSearchText(replaced)).toBe(`Dear ${words}, ${words}\n${words}\n${words}`);
  expect(JSON.stringify(replaced).match(/href/g)).toHaveLength(1);
});
