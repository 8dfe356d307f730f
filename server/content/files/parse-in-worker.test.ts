import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyEncodedPictures } from '#server/content/pictures/pictures.ts';
import { parseContent } from './load-content.ts';
import { parseInWorker } from './parse-in-worker.ts';
import { toYamlSource } from './read-yaml.ts';

const maxBytes = 384 * 1024;
const repeat = (part: string, bytes = maxBytes) => part.repeat(Math.floor(bytes / part.length));
const list = (bytes: number, item: (index: number) => string) => {
  const lines: string[] = [];
  for (let size = 0; size < bytes; size += lines.at(-1)?.length ?? 0)
    lines.push(item(lines.length));
  return lines.join('');
};

const hostile = {
  'a list of many entries': repeat('- a\n'),
  'a flow list of many entries': `[${repeat('a,', maxBytes - 10)}]`,
  'a map of many keys': list(maxBytes - 20, (index) => `key${index}: 1\n`),
  'many open brackets': repeat('['),
  'deep indentation': list(maxBytes - 2000, (index) => `${' '.repeat(index)}a:\n`),
  'many aliases': `- &a [x]\n${repeat('- *a\n', maxBytes - 20)}`,
  'many comments': repeat('#\n'),
};

const parse = (text: string, timeoutMs?: number) =>
  parseInWorker(
    {
      sources: { faq: toYamlSource('faq.yaml', text) },
      timeZone: 'Asia/Karachi',
      stored: {},
      pictures: emptyEncodedPictures,
    },
    timeoutMs,
  );

describe('parseInWorker', () => {
  it.each(Object.entries(hostile))(
    'reports errors or times out: %s',
    async (_, text) => {
      const result = await parse(text, 1000).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toMatchObject({ code: 'invalid' });
      else
        expect(result).toMatchObject({
          errors: expect.arrayContaining([expect.stringMatching(/^faq\.yaml:/)]),
        });
    },
    20_000,
  );

  it.each(['faq', 'courses', 'home'])(
    'returns the same values and errors with a worker as without: %s.yaml',
    async (name) => {
      const text = readFileSync(join(import.meta.dirname, `../../../content/${name}.yaml`), 'utf8');
      for (const written of [text, `${text.slice(0, -300)}: [`, '- id: 7\n', 'a: "é"\n']) {
        const padded = `${written}\n# ${'x'.repeat(9000)}\n`;
        const input = {
          sources: { [name]: toYamlSource(`${name}.yaml`, padded) },
          timeZone: 'Asia/Karachi',
          stored: {},
          pictures: emptyEncodedPictures,
        };
        expect(await parseInWorker(input)).toEqual(parseContent(input.sources, input.timeZone));
      }
    },
  );
});
