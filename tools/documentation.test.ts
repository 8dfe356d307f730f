import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getPageFile, type Page } from '#client/feature.ts';
import { documentKindKeys } from '#contract/rules/document-kinds.ts';
import { features as allFeatures } from '#server/features.ts';
import { pages } from '#tools/test/browser/pages.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const variables = [...read('server/config-schema.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
  ([, name = '']) => name,
);

describe('docs/configuration.md', () => {
  const configuration = read('docs/configuration.md');
  const sizeLimits = documentKindKeys.map(
    (kind) => `MAX_${kind.replace(/[A-Z]/g, '_$&').toUpperCase()}_MB`,
  );

  it('describes every variable', () => {
    expect(variables.length).toBeGreaterThan(20);
    for (const name of ['ENV_FILE', ...variables, ...sizeLimits])
      expect(configuration).toContain(`\`${name}\``);
  });
});

describe('docs/secrets.md', () => {
  const secrets = read('docs/secrets.md');
  // A URL of these variables can hold a password.
  const isSecret = /(_TOKEN|_KEY|_KEY_ID|_PASSWORD|^SMTP_URL|^DATABASE_\w*URL)$/;

  it('says how a new value of each secret takes effect', () => {
    for (const name of variables.filter((name) => isSecret.test(name)))
      expect(secrets).toMatch(new RegExp(`^\\|[^|]*\`${name}\`[^|]*\\|`, 'm'));
  });
});

it('CHANGELOG.md has a heading for the version in package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
  );
});

describe('docs/specification.md', () => {
  const specification = read('docs/specification.md');
  const names = [...specification.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const methodAndPath = /^(GET|POST|PUT|DELETE) \/\S+$/;
  const [promised = '', beyond = ''] = specification.split('## Beyond the specification');

  const features = allFeatures.filter(({ reason }) => reason === undefined);
  const unlisted = allFeatures.filter(({ reason }) => reason !== undefined);
  const formatEndpoints = (ofFeatures: typeof allFeatures) =>
    ofFeatures.flatMap(({ endpoints }) =>
      endpoints.map(({ endpoint: { method, path } }) => `${method} ${path}`),
    );
  const declaredEndpoints = formatEndpoints(features);
  const isUnlisted = (page: Page) =>
    unlisted.some(({ name }) => getPageFile(page).startsWith(`${name}/`));
  const declaredPages = pages.filter((page) => !isUnlisted(page)).map(({ path }) => path);

  it('does not list pages and endpoints for which a feature gives the reason', () => {
    const ofFeatures = pages.filter(isUnlisted).map(({ path }) => path);
    for (const name of [...ofFeatures, ...formatEndpoints(unlisted)])
      expect(names).not.toContain(name);
  });

  it('lists every other page', () => {
    for (const path of declaredPages) expect(specification).toContain(`\`${path}\``);
  });

  it('lists every page and endpoint either before or after the heading “Beyond the specification”, not both', () => {
    const specified = [...promised.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const further = [...beyond.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    for (const name of [...declaredPages, ...declaredEndpoints])
      expect(further.includes(name), name).toBe(!specified.includes(name));
  });

  it('lists every existing endpoint exactly once and no other endpoints', () => {
    expect(names.filter((name) => methodAndPath.test(name)).sort()).toEqual(
      [...declaredEndpoints].sort(),
    );
  });

  it('refers to existing test files', () => {
    const testFiles = names.filter((name) => /\.(test|e2e)\.ts$/.test(name));
    for (const file of testFiles) expect(existsSync(join(root, file)), file).toBe(true);
  });
});

describe('docs/troubleshooting.md', () => {
  const source = globSync('{server,tools}/**/*.{ts,mjs}', {
    cwd: root,
    exclude: ['**/*.test.ts', 'tools/test'],
  })
    .map(read)
    .join('\n')
    .replaceAll(/\s+/g, ' ');
  const writtenBySystem = /^error while loading shared libraries/;
  const messages = [...read('docs/troubleshooting.md').matchAll(/^\| (`.+?`(?: or `.+?`)*) \|/gm)]
    .flatMap(([, cell = '']) => cell.split('`').filter((_part, index) => index % 2 === 1))
    .filter((message) => !writtenBySystem.test(message));

  it('is checked against at least ten messages', () => {
    expect(messages.length).toBeGreaterThanOrEqual(10);
  });

  it.each(messages)('explains a message that the portal writes: %s', (message) => {
    for (const part of message.split('…').map((text) => text.trim()))
      if (/^[A-Za-z ]{4,}/.test(part)) expect(source.includes(part), part).toBe(true);
  });
});

describe('links between documents', () => {
  it.each(globSync('docs/*.md', { cwd: root }))(
    'lead from README.md or SECURITY.md to %s',
    (file) => {
      expect(read('README.md') + read('SECURITY.md')).toContain(`](${file}`);
    },
  );

  const documents = [
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'trust/README.md'],
  ].concat(globSync('docs/**/*.md', { cwd: root }));

  it.each(documents)('in %s point to existing files and headings', (document) => {
    for (const [, target = ''] of read(document).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path, heading] = target.split('#');
      const file = path ? join(dirname(document), path) : document;
      expect(existsSync(join(root, file)), target).toBe(true);
      if (heading) expect(anchorsOf(read(file)), target).toContain(heading);
    }
  });
});

describe('docs/decisions', () => {
  const records = globSync('docs/decisions/*.md', { cwd: root }).sort();
  const headings = ['Context', 'Decision', 'Consequences', 'Alternatives'];

  it.each(records)(
    'contains the record %s, which has the four required headings and at most 400 words',
    (record) => {
      const text = read(record);
      for (const heading of headings) expect(text).toContain(`\n## ${heading}\n`);
      expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(400);
    },
  );

  it('gives each record a unique number', () => {
    const numbers = records.map((record) => basename(record).slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
