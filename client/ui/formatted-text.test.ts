import { MantineProvider } from '@mantine/core';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { FormattedText as Blocks } from '#contract/values/formatted/formatted-text.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import { removeBidiControls } from '#contract/values/isolate.ts';
import { formatAsHtml, formatAsText } from '#server/mail/formatted-email.ts';
import { FormattedText } from './formatted-text.tsx';

const publicUrl = 'https://portal.test';

/** Removes HTML that differs between pages and emails, such as all attributes except `href` and `value`. */
const reduce = (html: string) =>
  html
    .replace(/<style[^>]*>.*?<\/style>|<!-- -->|<\/?div[^>]*>/gs, '')
    .replace(/ <svg.*?<\/svg><(\w+)[^>]*>\(opens another site\)<\/\1>/gs, '')
    .replace(/ (?!href=|value=)[\w-]+="[^"]*"/g, '')
    .replace(/<br>\n/g, '\n')
    .replace(/&#x27;/g, '&#39;')
    .replace(/(<(?:ul|ol|li)\b[^>]*>|<\/(?:p|pre|li|ul|ol)>)\n/g, '$1');

function renderPage(blocks: Blocks): string {
  const text = createElement(FormattedText, { blocks });
  const page = createElement(MantineProvider, null, createElement(MemoryRouter, null, text));
  return reduce(renderToStaticMarkup(page)).replaceAll('href="/', `href="${publicUrl}/`);
}

const renderEmail = (blocks: Blocks) => reduce(formatAsHtml(blocks, publicUrl));

const wiki = 'https://en.wikipedia.org/wiki/Thesis_(academic)';
const link = (href: string, words: string) => `<a href="${href}">${words}</a>`;

const accepted: [title: string, source: string, html: string, text: string][] = [
  [
    'a link with balanced parentheses',
    `[Wiki](${wiki})`,
    `<p>${link(wiki, 'Wiki')}</p>`,
    `Wiki (${wiki})`,
  ],
  [
    'parentheses within parentheses',
    '[a](https://example.org/f(g(h))) b',
    `<p>${link('https://example.org/f(g(h))', 'a')} b</p>`,
    'a (https://example.org/f(g(h))) b',
  ],
  [
    'a link in angle brackets with a parenthesis that is not closed',
    '[a](<https://example.org/a(b>)',
    `<p>${link('https://example.org/a(b', 'a')}</p>`,
    'a (https://example.org/a(b)',
  ],
  [
    'encoded spaces',
    '[a](/a%20b?c=d%20e#f)',
    `<p>${link(`${publicUrl}/a%20b?c=d%20e#f`, 'a')}</p>`,
    `a (${publicUrl}/a%20b?c=d%20e#f)`,
  ],
  [
    'a title, which is left out',
    '[a](https://example.org "Read me") [b](/c \'d\')',
    `<p>${link('https://example.org/', 'a')} ${link(`${publicUrl}/c`, 'b')}</p>`,
    `a (https://example.org/) b (${publicUrl}/c)`,
  ],
  [
    'escaped brackets',
    '[\\[1\\]](https://example.org/1) and \\[words](/path)',
    `<p>${link('https://example.org/1', '[1]')} and [words](/path)</p>`,
    '[1] (https://example.org/1) and [words](/path)',
  ],
  [
    'brackets within the words of a link',
    '[a [b] c](http://example.org/)',
    `<p>${link('http://example.org/', 'a [b] c')}</p>`,
    'a [b] c (http://example.org/)',
  ],
  [
    'a host in another script',
    '[a](https://пример.рф/путь)',
    `<p>${link('https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C', 'a')}</p>`,
    'a (https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C)',
  ],
  [
    'words that are written from right to left',
    'دیکھیں [ویکی](https://ur.wikipedia.org/)۔',
    `<p>دیکھیں ${link('https://ur.wikipedia.org/', 'ویکی')}۔</p>`,
    '\u2068دیکھیں \u2068ویکی\u2069 (https://ur.wikipedia.org/)۔\u2069',
  ],
  [
    'an email address',
    '[Office](mailto:fyp@university.test?bcc=x@y.org&subject=Viva&Cc=x@y.org) <fyp@university.test>',
    `<p>${link('mailto:fyp@university.test?subject=Viva', 'Office')} ${link('mailto:fyp@university.test', 'fyp@university.test')}</p>`,
    'Office (mailto:fyp@university.test?subject=Viva) fyp@university.test',
  ],
  [
    'URLs that are written out, without the punctuation that follows',
    `See ${wiki}, (http://example.org/a_b_c). <https://example.org/?a=1&b=2>!`,
    `<p>See ${link(wiki, wiki)}, (${link('http://example.org/a_b_c', 'http://example.org/a_b_c')}). ${link('https://example.org/?a=1&amp;b=2', 'https://example.org/?a=1&amp;b=2')}!</p>`,
    `See ${wiki}, (http://example.org/a_b_c). https://example.org/?a=1&b=2!`,
  ],
  [
    'links within emphasis, and emphasis within links',
    '**[a](/b)**. [c *d*](/e)',
    `<p>${link(`${publicUrl}/b`, '<strong>a</strong>')}. ${link(`${publicUrl}/e`, 'c <em>d</em>')}</p>`,
    `a (${publicUrl}/b). c d (${publicUrl}/e)`,
  ],
  [
    'lists with links, numbers as typed, and a list within a list',
    'Bring:\n- [a](/b)\n- c\n  - d\n\n3. e\n7. f',
    `<p>Bring:</p><ul><li><p>${link(`${publicUrl}/b`, 'a')}</p></li><li><p>c</p><ul><li><p>d</p></li></ul></li></ul><ol><li value="3"><p>e</p></li><li value="7"><p>f</p></li></ol>`,
    `Bring:\n\n- a (${publicUrl}/b)\n- c\n  - d\n\n3. e\n7. f`,
  ],
  [
    'code, in which nothing else is read',
    'Run `[a](b) *c* <d>`:\n\n```sh\nnpm *start* # https://example.org\n```\nDone',
    '<p>Run <code>[a](b) *c* &lt;d&gt;</code>:</p><pre><code>npm *start* # https://example.org</code></pre><p>Done</p>',
    'Run [a](b) *c* <d>:\n\nnpm *start* # https://example.org\n\nDone',
  ],
  [
    'paragraphs and line breaks',
    'one\ntwo  \n  three\r\n \r\n\r\nfour\n',
    '<p>one\ntwo\nthree</p><p>four</p>',
    'one\ntwo\nthree\n\nfour',
  ],
  [
    'a picture as a link to it',
    '![plan](https://example.org/plan.png)',
    `<p>!${link('https://example.org/plan.png', 'plan')}</p>`,
    '!plan (https://example.org/plan.png)',
  ],
];

describe('formatted text', () => {
  it.each(accepted)('renders %s identically on pages and in emails', (_, source, html, text) => {
    const { blocks, errors } = parseFormattedText(source);
    expect(errors).toEqual([]);
    expect(renderPage(blocks)).toBe(html);
    expect(renderEmail(blocks)).toBe(html);
    expect(formatAsText(blocks, publicUrl)).toBe(text);
  });
});

const anyText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('[', ']', '(', ')', '](', '*', '**', '_', '`') },
      { weight: 2, arbitrary: fc.constantFrom('- ', '1. ', '2027. ', '\n', '\n\n', '  ', '```\n') },
      fc.constantFrom(
        '<',
        '>',
        '&',
        '"',
        "'",
        '\\',
        '<b>',
        '&amp;',
        '!',
        '#',
        '{name}',
        '<a@b.org>',
      ),
      fc.constantFrom(
        'https://example.org/a',
        'http://',
        'javascript:alert(1)',
        'data:text/html,x',
      ),
      fc.constantFrom(
        '/path',
        '//host.test',
        'mailto:a@b.org',
        'https://u:p@host.test',
        '/a/..//b',
      ),
      fc.constantFrom('[a](/b)', `[w](${wiki})`, '[x](<https://example.org>)', '[y](/z "t")'),
      fc.constantFrom(
        'word',
        'پاکستان',
        '\u202e',
        '\u200b',
        '😀',
        'https://пример.рф',
        '\0',
        '\ud800',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

const decode = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => {
    const characters = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
    return characters[entity as keyof typeof characters];
  });

const toText = (html: string) =>
  decode(
    html
      .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_, href: string, inner: string) => {
        const words = inner.replace(/<[^>]*>/g, '');
        const target = decode(href);
        const isBare =
          target === `mailto:${decode(words)}` || URL.parse(decode(words))?.href === target;
        return isBare ? words : `${words} (${href})`;
      })
      .replace(/<li value="(\d+)">/g, ' $1. ')
      .replace(/<li>/g, ' - ')
      .replace(/<\/?(?:p|pre|ul|ol|li)>/g, ' ')
      .replace(/<[^>]*>/g, ''),
  );

/** Removes bidi isolates, which only plain-text emails contain, and collapses whitespace. */
const collapse = (text: string) => removeBidiControls(text).replace(/\s+/g, ' ').trim();

describe('randomly generated formatted text', () => {
  it('has the same links and words on a page, in an HTML email and in a plain-text email', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        const { blocks } = parseFormattedText(source);
        const page = renderPage(blocks);
        expect(renderEmail(blocks)).toBe(page);
        expect(collapse(formatAsText(blocks, publicUrl))).toBe(collapse(toText(page)));
      }),
      { numRuns: 2000 },
    );
  });

  it('is rendered with links to http, https and mailto URLs only, and with typed HTML tags as text', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        const html = renderPage(parseFormattedText(source).blocks);
        for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
          const url = new URL(decode(href));
          expect(['http:', 'https:', 'mailto:']).toContain(url.protocol);
          expect([url.username, url.password]).toEqual(['', '']);
        }
        const ours =
          /<\/?(?:p|ul|ol|li|strong|em|code|pre)>|<li value="\d+">|<a href="[^"<>]*">|<\/a>/g;
        expect(html.replace(ours, '')).not.toMatch(/[<>]/);
      }),
      { numRuns: 2000 },
    );
  });
});
