import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Sentence } from './sentence.tsx';

const html = (text: string) => renderToStaticMarkup(createElement(Sentence, { text }));

describe('Sentence', () => {
  it.each(['نظام إدارة المكتبة (v2.0)!', 'علی رضا', 'שלום-עולם 3?', 'می‌خواهم', 'تقرير 2 (أ).pdf'])(
    'isolates %s from the words around it',
    (name) => {
      expect(html(`${name} handed in: Thesis.`)).toBe(`<bdi>${name}</bdi> handed in: Thesis.`);
      expect(html(`Thesis of ${name}, ${name}.`)).toBe(
        `Thesis of <bdi>${name}</bdi>, <bdi>${name}</bdi>.`,
      );
      expect(html(`Delete “${name}”?`)).toBe(`Delete “<bdi>${name}</bdi>”?`);
    },
  );

  it('does not isolate the numbers in the portal’s own text', () => {
    expect(html('نظام 12 days late')).toBe('<bdi>نظام</bdi> 12 days late');
    expect(html('نظام: 12 groups')).toBe('<bdi>نظام</bdi>: 12 groups');
  });

  it('adds no element to left-to-right text', () => {
    expect(html('Çağla’s thesis (v2.0)! & more')).toBe('Çağla’s thesis (v2.0)! &amp; more');
  });
});
