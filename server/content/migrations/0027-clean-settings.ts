import { type Kysely, sql } from 'kysely';
import { normaliseUnicode } from '#contract/values/normalise.ts';
import type { ColumnTypes } from '#server/db/migration.ts';

type Kind = 'line' | 'listed' | 'paragraph' | 'address';
type Rule = { kind: Kind; longest?: number };
type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const several: Rule = { kind: 'paragraph' };
const upTo = (longest: number): Rule => ({ kind: 'line', longest });
const choice = (longest?: number): Rule => ({ kind: 'listed', ...(longest && { longest }) });

/** Text rules, keyed by setting and field. A field without a rule contains one line of up to 20,000 characters. */
const rules: Record<string, Record<string, Rule>> = {
  department: { logo: { kind: 'address' } },
  home: { text: several, paragraphs: several },
  faq: { answer: several },
  courses: { internship: several, details: several, url: { kind: 'address' } },
  developers: { bio: several, photo: { kind: 'address' } },
  emails: {
    subject: upTo(150),
    opening: { ...several, longest: 2000 },
    closing: { ...several, longest: 2000 },
  },
  choices: { label: choice(), categories: choice(60), supervisors: choice(100) },
  categories: { description: several, options: choice(), tools: choice(), supervisors: choice() },
  deadlines: { title: upTo(120) },
  scheme: { title: choice(60) },
  groups: { question: { ...several, longest: 300 }, example: upTo(30) },
};
/** Fields that are removed when they are empty, so that the portal uses its default email texts. */
const optional = ['subject', 'opening', 'closing'];
const longestText = 20_000;

const surrogates = /\p{Cs}/gu;
const lineBreaks = /\s*[\t\n\v\f\r\u0085]+\s*/g;
const controls = /\p{Cc}/gu;
const controlsInParagraphs = /[^\P{Cc}\t\n\r]/gu;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const spaces = /[\p{Zs}\p{Zl}\p{Zp}]+/gu;
/** Matches strings that consist only of invisible characters, which forms treat as missing values. */
const blank =
  /^[\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{1d159}]*$/u;
const manyMarks = /([\p{M}\uff9e\uff9f]{10})[\p{M}\uff9e\uff9f]+/gu;

function cleanText(text: string, { kind, longest = longestText }: Rule): string {
  const whole = text.replace(surrogates, '');
  if (kind === 'address') return whole.replace(controls, '');
  const plain =
    kind === 'paragraph'
      ? whole.replace(controlsInParagraphs, '')
      : whole.trim().replace(lineBreaks, ' ').replace(controls, '');
  const spelled =
    kind === 'listed'
      ? plain.replace(invisible, '').replace(manyMarks, '$1').replace(spaces, ' ')
      : plain;
  const clean = normaliseUnicode('NFC', spelled).trim();
  if (blank.test(clean)) return '';
  if (clean.length <= longest) return clean;
  return clean.slice(0, longest).replace(surrogates, '').trim();
}

/** Removes characters and duplicates that the settings forms reject. Replaces an empty string with a dash. */
export function cleanSetting(name: string, value: Json, field = ''): Json {
  if (Array.isArray(value)) return cleanList(name, value, field);
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, part]) => [key, cleanSetting(name, part, key)]);
    return Object.fromEntries(
      fields.filter(([key, part]) => !(optional.includes(String(key)) && part === '–')),
    );
  }
  if (typeof value !== 'string') return value;
  const rule = rules[name]?.[field] ?? { kind: 'line' };
  const clean = cleanText(value, rule);
  return clean === '' && rule.kind !== 'address' ? '–' : clean;
}

function cleanList(name: string, list: Json[], field: string): Json[] {
  const clean = list.map((entry) => cleanSetting(name, entry, field));
  if (rules[name]?.[field]?.kind !== 'listed') return clean;
  const distinct = [...new Set(clean)];
  const named = distinct.filter((entry) => entry !== '–');
  return named.length > 0 ? named : distinct;
}

type Stored = { scope: string; name: string; version: number; value: string };

/** Cleans every version of every setting: the forms would reject an uncleaned version that an admin restores. */
export async function up(database: Kysely<unknown>, _types: ColumnTypes): Promise<void> {
  const db = database as Kysely<{ settings: Stored }>;
  const rows = await db.selectFrom('settings').select(['scope', 'name', 'version']).execute();
  for (const { scope, name, version } of rows) {
    const row = db
      .selectFrom('settings')
      .select('value')
      .where('scope', '=', scope)
      .where('name', '=', name)
      .where('version', '=', version);
    const { value } = await row.executeTakeFirstOrThrow();
    const clean = JSON.stringify(cleanSetting(name, JSON.parse(value)));
    if (clean === value) continue;
    await sql`
      update settings set value = ${clean}
      where scope = ${scope} and name = ${name} and version = ${version}
    `.execute(db);
  }
}
