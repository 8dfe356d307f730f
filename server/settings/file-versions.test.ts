import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingNames } from '#contract/settings/settings.ts';
import {
  computeVersionDigest,
  formatVersionComment,
  parseVersionMarkers,
} from './file-versions.ts';

const faq = { scope: 'department', name: 'faq' as const, version: 3, value: '[]' };
const choices = { scope: 'some-cohort', name: 'choices' as const, version: 12, value: '{}' };
const head = formatVersionComment([faq, choices]);
const read = (text: string) => Object.fromEntries(parseVersionMarkers(text));
const both = {
  faq: { version: 3, digest: computeVersionDigest(faq) },
  choices: { version: 12, digest: computeVersionDigest(choices) },
};

describe('the version comments of a settings file', () => {
  test.each([
    ['as it is downloaded', `${head}- id: a\n`],
    ['with Windows line endings', `${head}- id: a\n`.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\uFEFF${head}- id: a\n`],
    ['below other comments and an empty line', `# of the office\n\n${head}- id: a\n`],
    ['before and after the start of a document', `---\n${head}\n- id: a\n`],
    ['with spaces around', head.replace('# portal', '  #  portal').replace('#  ', '# ')],
    ['without a field below', head],
  ])('are parsed: %s', (_, text) => {
    expect(read(text)).toEqual(both);
  });

  test.each([
    ['are not there', '- id: a\n'],
    ['stand below a field', `- id: a\n${head}`],
    ['are of unknown settings', '# portal-versions: weather@1:0123456789abcdef\n'],
    ['have no digest', '# portal-versions: faq@3\n'],
    ['have a version of another form', '# portal-versions: faq@03:0123456789abcdef faq@x:0\n'],
  ])('are ignored if they %s', (_, text) => {
    expect(read(text)).toEqual({});
  });

  test('are parsed without an error, whatever text the file contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const name of parseVersionMarkers(`# portal-versions: ${text}`).keys()) {
          expect(settingNames).toContain(name);
        }
      }),
    );
  });

  test('have different digests for different scopes, settings, versions and values', () => {
    const variants = [
      { scope: 'other' },
      { name: 'home' as const },
      { version: 4 },
      { value: '[1]' },
    ];
    const digests = [faq, ...variants.map((change) => ({ ...faq, ...change }))].map(
      computeVersionDigest,
    );
    expect(new Set(digests).size).toBe(5);
  });
});
