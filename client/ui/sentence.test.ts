import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BidiSentence } from './sentence.tsx';

const html = (text: string) => renderToStaticMarkup(createElement(BidiSentence, { text }));

describe('BidiSentence', () => {
  it.each(['نظام إدارة المكتبة (v2.0)!', 'علی رضا', 'שלום-עולם 3?', 'می‌خواهم', 'تقرير 2 (أ).pdf'])(
    'wraps the right-to-left name %s in a bdi element',
    (name) => {
      expect(html(`${name} handed in: Thesis.`)).toBe(`<bdi>${name}</bdi> handed in: Thesis.`);
      expect(html(`Thesis of ${name}, ${name}.`)).toBe(
        `Thesis of <bdi>${name}</bdi>, <bdi>${name}</bdi>.`,
      );
      expect(html(`Delete “${name}”?`)).toBe(`Delete “<bdi>${name}</bdi>”?`);
    },
  );

  it('does not isolate numbers next to right-to-left text', () => {
    expect(html('نظام 12 days late')).toBe('<bdi>نظام</bdi> 12 days late');
    expect(html('نظام: 12 groups')).toBe('<bdi>نظام</bdi>: 12 groups');
  });

  it('adds no element to left-to-right text', () => {
    expect(html('Çağla’s thesis (v2.0)! & more')).toBe('Çağla’s thesis (v2.0)! &amp; more');
  });
});
