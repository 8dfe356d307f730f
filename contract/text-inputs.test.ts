import { globSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { importColumns } from './admin/imports.ts';
import type { Endpoint } from './endpoint.ts';
import { settingDefinitions } from './settings/settings.ts';

type Schema = z.core.$ZodType;
type Leaf = { path: string; schema: Schema };
type Def = {
  type: string;
  shape?: Record<string, Schema>;
  catchall?: Schema;
  options?: readonly Schema[];
  element?: Schema;
  innerType?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  getter?: () => Schema;
};

const under = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function leavesIn(schema: Schema, path = ''): Leaf[] {
  const def = schema._zod.def as unknown as Def;
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape ?? {});
      const rest = def.catchall && (def.catchall._zod.def as unknown as Def).type !== 'never';
      return [
        ...fields.flatMap(([name, field]) => leavesIn(field, under(path, name))),
        ...(rest && def.catchall ? leavesIn(def.catchall, under(path, '(other)')) : []),
      ];
    }
    case 'array':
      return leavesIn(def.element as Schema, under(path, '*'));
    case 'record':
      return [
        ...leavesIn(def.keyType as Schema, under(path, '(key)')),
        ...leavesIn(def.valueType as Schema, under(path, '(value)')),
      ];
    case 'union':
      return (def.options ?? []).flatMap((option) => leavesIn(option, path));
    case 'lazy':
      return leavesIn((def.getter as () => Schema)(), path);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return leavesIn(def.innerType as Schema, path);
    case 'number':
    case 'int':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'undefined':
      return [];
    default:
      return [{ path, schema }];
  }
}

const places = [
  'A%B',
  'a%b',
  '%',
  'https://a.example/a%b',
  'a%b@c.example',
  'data:image/png;base64,AA%A',
  '2027-01-30 14:00%',
  '+92 3#########%',
];
const controls = ['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\ud800', '\udc00'];
const lineBreaks = ['\n', '\r', '\t', '\v'];
const bidiControls = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
/** Characters that can reorder or hide the text around them, or break a line of a single-line text. */
const misleading = [...bidiControls, '\u2028', '\u2029'];

const lets = (schema: Schema, characters: readonly string[]) =>
  characters.some((character) =>
    places.some((place) => {
      const { data } = z.safeParse(schema, place.replace('%', character));
      return JSON.stringify(data)?.includes(JSON.stringify(character).slice(1, -1)) ?? false;
    }),
  );

const settingLeaves = Object.entries(settingDefinitions).flatMap(([name, { schema }]) =>
  leavesIn(schema, name),
);

const files = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] });
const modules = await Promise.all(files.map((name) => import(join(import.meta.dirname, name))));
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'reply' in value;
const inputLeaves = modules
  .flatMap((exports) => Object.entries(exports as object))
  .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
  .flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap((schema) => (schema ? leavesIn(schema, name) : [])),
  );

const pathsOf = (leaves: readonly Leaf[]) =>
  [...new Set(leaves.map(({ path }) => path))].toSorted();

/** Request fields whose schema may accept control characters, grouped by the reason why this is safe. */
const otherwiseChecked = {
  'hashed, and stored nowhere': [
    'changePassword.current',
    ...['changePassword', 'confirmEmail', 'createUser', 'register', 'resetPassword'].map(
      (name) => `${name}.password`,
    ),
    'login.password',
    'updateUser.password',
    'findUnsubscribe.token',
    'unsubscribe.token',
  ],
  'compared with what the portal made, and stored nowhere': [
    'closeCohort.seen',
    'importGroups.token',
    'importUsers.token',
  ],
  'parsed by the schema of the setting': [
    'saveSetting.value',
    'previewDeadlines.value',
    'saveSetting.removed.*.replacement',
    'saveSetting.removed.*.uses.*',
    'saveSetting.removed.*.value',
    'convertScheme.removed.*.replacement',
    'convertScheme.removed.*.uses.*',
    'convertScheme.removed.*.value',
    'convertScheme.value',
  ],
  'parsed by the group rules of the cohort': [
    'submitProposal.groupMembers.*.phone',
    'updateGroup.fypGroupMembers.*.phone',
    'previewPeopleChange.change.member.phone',
    'changePeople.change.member.phone',
  ],
  'parsed row by row by the schemas of the forms, which name the row': [
    ...Object.keys(importColumns.users).map((column) => `importUsers.rows.*.${column}`),
    ...Object.keys(importColumns.groups).map((column) => `importGroups.rows.*.${column}`),
  ],
  'parsed by the marking scheme of the group': [
    'previewMarks.marks.(value).(value)',
    'previewMarks.marks.*.(value)',
    'saveMarks.marks.(value).(value)',
    'saveMarks.marks.*.(value)',
    'updateGroup.fypGroupMembers.*.(other)',
  ],
};

const severalLines = [
  'categories.*.description',
  'courses.rule.internship',
  'courses.topics.*.courses.*.details',
  'developers.*.bio',
  'faq.*.questions.*.answer.*',
  'groups.eligibility.*.question',
  'help.coordinator.*.text.*',
  'help.examiner.*.text.*',
  'help.student.*.text.*',
  'help.supervisor.*.text.*',
  'help.visitor.*.text.*',
  'home.messages.*.paragraphs.*',
  'home.slides.*.text',
  'home.welcome.text',
  'outcomes.clos.*.description',
  'outcomes.plos.*.description',
];

describe('the text fields of settings', () => {
  test('number more than 70, and include fields in nested objects and lists', () => {
    expect(pathsOf(settingLeaves)).toEqual(
      expect.arrayContaining([
        'choices.supervisors.*',
        'faq.*.questions.*.answer.*',
        'emails.marks.subject',
      ]),
    );
    expect(settingLeaves.length).toBeGreaterThan(70);
  });

  test('reject control characters and lone surrogates', () => {
    expect(pathsOf(settingLeaves.filter(({ schema }) => lets(schema, controls)))).toEqual([]);
  });

  test('keep no bidi control characters or line separators', () => {
    expect(pathsOf(settingLeaves.filter(({ schema }) => lets(schema, misleading)))).toEqual([]);
  });

  test('reject line breaks unless the field is listed as multi-line', () => {
    const paths = pathsOf(settingLeaves.filter(({ schema }) => lets(schema, lineBreaks)));
    expect(paths.filter((path) => !/^emails\.\w+\.(opening|closing)$/.test(path))).toEqual(
      severalLines,
    );
  });
});

describe('the text fields of requests', () => {
  const known = Object.values(otherwiseChecked).flat();

  test('reject control characters and lone surrogates, except for fields that are listed as validated elsewhere', () => {
    const leaves = inputLeaves.filter(({ schema }) => lets(schema, controls));
    expect(pathsOf(leaves)).toEqual([...known].toSorted());
  });

  test('keep no bidi control characters or line separators, with the same exceptions', () => {
    const leaves = inputLeaves.filter(({ schema }) => lets(schema, misleading));
    expect(pathsOf(leaves)).toEqual([...known].toSorted());
  });
});

const limitOf = (schema: Schema) => z.globalRegistry.get(schema)?.maxLength as number | undefined;
const allLeaves = [...settingLeaves, ...inputLeaves];
const limited = allLeaves
  .filter(({ schema }) => limitOf(schema) !== undefined)
  .map(({ path, schema }) => [path, schema] as const);

/** Patterns for the paths of fields that do not contain free text, such as ids, codes, tokens and URLs. */
const codes = [
  /\.(email|password|vivaDate|current|token|phone|code|seen|search|pattern|logo|photo|value)$/,
  /\.(deadlineId|deadline|id|\(key\)|programs\.\*|documents\.\*|kinds\.\*)$/,
  /^import(Users|Groups)\.rows\.\*\.\w+$/,
  /^(saveSetting|convertScheme)\.removed\.\*\.(replacement|uses\.\*)$/,
];

describe('the free-text fields', () => {
  test('have no length limits other than those of the schemas in values/text.ts', () => {
    const otherLimits = allLeaves.filter(
      ({ path, schema }) =>
        limitOf(schema) === undefined &&
        schema instanceof z.ZodString &&
        schema.maxLength !== null &&
        !codes.some((pattern) => pattern.test(path)),
    );
    expect(pathsOf(otherLimits)).toEqual([]);
    expect(limited.length).toBeGreaterThan(120);
  });

  const invisible = [
    ...'\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e\u2800\u115f\u1160\u3164\uffa0\ufe00\ufe0f',
    ...'\u{e0100}\u{e0020}\u{e007f}\u200e\u200f\u061c\u202e\u2066\u2069\u2062\ufff9',
    ...'\u{1d173}\u{1d159} \u00a0\u2003\u3000\t',
  ];
  const invisibleText = fc
    .array(fc.constantFrom(...invisible), { maxLength: 8 })
    .map((characters) => characters.join(''));
  const expectEmpty = (schema: Schema, text: string) => {
    const { data, error } = z.safeParse(schema, text);
    if (error) expect(error.issues).toEqual(z.safeParse(schema, '').error?.issues);
    else expect(data).toBe('');
  };

  test.each(limited)('treat text without visible characters as empty: %s', (_, schema) => {
    for (const character of invisible) expectEmpty(schema, character);
    fc.assert(
      fc.property(invisibleText, (text) => expectEmpty(schema, text)),
      { numRuns: 20 },
    );
  });

  test.each(limited)('have a length limit that counts code points: %s', (_, schema) => {
    const max = limitOf(schema) ?? 0;
    const isTooLong = (text: string) =>
      z
        .safeParse(schema, text)
        .error?.issues.some(({ message }) => message.includes(`${max} characters or fewer`)) ??
      false;
    for (const character of ['x', 'é', '漢', '😀', '𝕏']) {
      expect(isTooLong(character.repeat(max))).toBe(false);
      expect(isTooLong(character.repeat(max + 1))).toBe(true);
    }
  });
});
