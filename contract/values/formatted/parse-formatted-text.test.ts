import { describe, expect, it, test } from 'vitest';
import { FormattedText, mapTextRuns, type TextBlock, toSearchText } from './formatted-text.ts';
import { parseLinkTarget } from './link-target.ts';
import { parseFormattedText } from './parse-formatted-text.ts';

const paragraph = (text: string): TextBlock => ({ kind: 'paragraph', inlines: [{ text }] });

describe('text without formatting', () => {
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
  ])('is rendered unchanged: %j', (text) => {
    expect(parseFormattedText(text)).toEqual({ blocks: [paragraph(text)], errors: [] });
  });
});

const path =
  'Write a path that begins with one /, such as /coursera, or an address that begins with https://, http:// or mailto:, without spaces.';
const brackets =
  'Write [words](https://…): close each bracket, write a space in the address as %20, and put no link into another.';
const nowhere = (target: string) => `the link “${target}” is not valid. ${path}`;
const broken = (source: string) => `“${source}” is not a link. ${brackets}`;

describe('a broken link', () => {
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
    ['[a](mailto:a@b.org;c@d.org)', nowhere('mailto:a@b.org;c@d.org')],
    ['[a](mailto:a%40b.org%2Cc@d.org)', nowhere('mailto:a%40b.org%2Cc@d.org')],
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
  ])('causes an error and is rendered as plain text: %j', (source, message) => {
    const { blocks, errors } = parseFormattedText(source);
    expect(errors).toEqual([message]);
    // `/c` is a valid link within a broken one.
    const hrefs = JSON.stringify(blocks).match(/"href":"[^"]*"/g) ?? [];
    expect(hrefs.filter((href) => href !== '"href":"/c"')).toEqual([]);
  });

  it('is not reported if the same link or five other broken links have already been reported', () => {
    const source = `${'[a](b) '.repeat(3)}${Array.from({ length: 50 }, (_, i) => `[a](x${i})`).join('\n\n')}`;
    const targets = ['b', 'x0', 'x1', 'x2', 'x3'];
    expect(parseFormattedText(source).errors).toEqual(targets.map(nowhere));
  });

  it('is truncated in the error message if it is long', () => {
    const { errors } = parseFormattedText(`[a](${'x'.repeat(500)}) [b](/${'('.repeat(500)}`);
    for (const error of errors) expect(error.length).toBeLessThan(260);
    expect(errors).toHaveLength(2);
  });
});

test('parseLinkTarget lower-cases the scheme and host, percent-encodes non-ASCII characters and resolves “..” in paths', () => {
  expect(parseLinkTarget('HTTPS://Example.ORG/Ä?q=ü')).toBe('https://example.org/%C3%84?q=%C3%BC');
  expect(parseLinkTarget('/a/../b c'.replace(' ', '%20'))).toBe('/b%20c');
  expect(parseLinkTarget('/')).toBe('/');
});

describe('parseFormattedText with malicious text', () => {
  const size = 50_000;
  const repeat = (part: string) => part.repeat(size / part.length);
  const indented = Array.from({ length: 300 }, (_, depth) => `${' '.repeat(2 * depth)}- a`);
  const backticks = Array.from({ length: 300 }, (_, length) => `e${'`'.repeat(length)}`);
  it.each([
    ['opening brackets', repeat('[')],
    ['brackets that never close a link', `[[${repeat('](')}`],
    ['links within links', `${repeat('[').slice(size / 2)}a${repeat('](/b)')}`],
    ['emphasis that overlaps', repeat('*a **b ')],
    ['emphasis that never closes', repeat('*a_ ')],
    ['strong text within words', repeat('a**b')],
    ['lists within lists on one line', `${repeat('- ')}a`],
    ['lists within lists', indented.join('\n')],
    ['items', repeat('- a\n')],
    ['targets that never end', repeat('[a](<b')],
    ['titles that never end', repeat('[a](/b "')],
    ['parentheses', `[a](/${repeat('(')}`],
    ['backticks of every length', backticks.join('')],
    ['fences', repeat('- ```\n')],
    ['URLs', repeat('https://a/(')],
    ['user names', `https://${repeat('a@')}`],
    ['angle brackets', repeat('<a:')],
    ['backslashes', repeat('\\[')],
    ['empty lines', `${repeat('\n')}a`],
  ])('parses any text of the maximum length: %s', (_, text) => {
    const { blocks } = parseFormattedText(text);
    expect(FormattedText.safeParse(blocks).success).toBe(true);
  });

  it('treats a list that is nested too deeply as plain text', () => {
    expect(toSearchText(parseFormattedText('- 1. - - 2. deep').blocks)).toBe('- 2. deep');
  });
});

test('mapTextRuns replaces placeholders in text and code without parsing the inserted values as formatting', () => {
  const { blocks } = parseFormattedText(
    'Dear {name}, *{name}*\n\n- [{name}](/a)\n\n```\n{name}\n```',
  );
  const replaced = mapTextRuns(blocks, (text) => text.replaceAll('{name}', '**[x](/y)**'));
  const words = '**[x](/y)**';
  expect(toSearchText(replaced)).toBe(`Dear ${words}, ${words}\n${words}\n${words}`);
  expect(JSON.stringify(replaced).match(/href/g)).toHaveLength(1);
});
