import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import type { SizeLimits } from '#contract/rules/document-kinds.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import { listMilestones, type MarkingScheme, sumMilestoneTotals } from '#contract/rules/scheme.ts';
import { formatDate, formatDateTime } from '#contract/values/time.ts';
import type { Courses } from './courses.ts';
import { type CohortKind, getFileRules } from './kinds.ts';

/** The rules that texts can quote: of the current cohort, for certificates, and for the size of files. */
type RuleFacts = {
  rules: GroupRules;
  scheme: MarkingScheme;
  deadlines: readonly Deadline[];
  certificates: Courses['rule'];
  kinds: readonly CohortKind[];
  sizeLimits: SizeLimits;
  timeZone: string;
};

/** Texts by placeholder name, such as `three` for `maxMembers` and `40` for `total:externalViva`. */
export type RuleValues = Readonly<Record<string, string>>;

/** Settings whose texts may contain placeholders. */
const settingsWithPlaceholders = ['home', 'faq', 'help', 'categories', 'courses'] as const;
export const hasPlaceholders = (name: string): boolean =>
  (settingsWithPlaceholders as readonly string[]).includes(name);

const words =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const spellOut = (count: number): string => words[count] ?? String(count);

/** Spells out the numbers from the first to the last: "one, two or three". */
function listNumbers(first: number, last: number): string {
  const numbers = Array.from({ length: Math.max(1, last - first + 1) }, (_, index) =>
    spellOut(Math.min(first, last) + index),
  );
  const end = numbers.pop() ?? '';
  return numbers.length === 0 ? end : `${numbers.join(', ')} or ${end}`;
}

const formatMegabytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;

export function buildRuleValues(facts: RuleFacts): RuleValues {
  const { rules, scheme, deadlines, certificates, kinds, sizeLimits, timeZone } = facts;
  const { minMembers = 1, maxMembers } = rules;
  const milestones = listMilestones(scheme);
  const maxBytes = {
    ...sizeLimits,
    ...Object.fromEntries(
      kinds.map((kind) => [kind.kind, getFileRules(kind, sizeLimits).maxBytes]),
    ),
  };
  return {
    maxMembers: spellOut(maxMembers),
    furtherMembers: spellOut(maxMembers - 1),
    groupSizes: listNumbers(minMembers, maxMembers),
    teamSizes: listNumbers(Math.max(2, minMembers), maxMembers),
    questions: spellOut(rules.eligibility.length),
    milestones: spellOut(milestones.length),
    certificates: spellOut(certificates.minimum),
    mandatoryCertificates: spellOut(certificates.mandatory.length),
    optionalCertificates: spellOut(certificates.minimumOptional),
    ...Object.fromEntries([
      ...milestones.map(({ key, total }) => [`total:${key}`, String(total)]),
      // A part is named by any of its milestones, because its title can change.
      ...scheme.parts.flatMap((part) =>
        part.milestones.map(({ key }) => [
          `partTotal:${key}`,
          String(sumMilestoneTotals(part.milestones)),
        ]),
      ),
      ...deadlines.flatMap(({ _id, due }) => [
        [`date:${_id}`, formatDate(due, timeZone)],
        [`time:${_id}`, formatDateTime(due, timeZone).split(', ')[1]],
      ]),
      ...Object.entries(maxBytes).map(([kind, bytes]) => [`size:${kind}`, formatMegabytes(bytes)]),
    ]),
  };
}

/** Matches `{maxMembers}` and `{total:externalViva}`, but not braces in other text, such as `{ "a": 1 }`. */
const placeholder = /\{([a-zA-Z]+(?::[^{}\r\n]+)?)\}/g;

/** Shown instead of a rule that was removed after the text was saved. */
const missingValue = '(not set)';

/** Returns whether a sentence begins at the offset. Reads only the spaces before it, so that long texts stay cheap. */
function isSentenceStart(text: string, offset: number): boolean {
  let end = offset;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1;
  return offset === 0 || (end < offset && /[.?!]/.test(text.charAt(end - 1)));
}

/** Replaces the placeholders of a text. At the start of a sentence, the value begins with a capital letter. */
function fillText(text: string, values: RuleValues): string {
  return text.replace(placeholder, (_, name: string, offset: number) => {
    // A text that was stored before there were placeholders may contain {constructor}.
    const value = Object.hasOwn(values, name) ? (values[name] ?? missingValue) : missingValue;
    return isSentenceStart(text, offset) ? value.charAt(0).toUpperCase() + value.slice(1) : value;
  });
}

/** Replaces the placeholders in all texts of a setting. Returns texts without placeholders unchanged. */
export function fillRulePlaceholders<Value>(value: Value, values: RuleValues): Value {
  if (typeof value === 'string') return fillText(value, values) as Value;
  if (Array.isArray(value)) return value.map((part) => fillRulePlaceholders(part, values)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, fillRulePlaceholders(part, values)]),
  ) as Value;
}

type PlaceholderIssue = { path: (string | number)[]; message: string };

/** Returns an issue for each text with placeholders that `values` does not contain. */
export function findUnknownPlaceholders(
  value: unknown,
  values: RuleValues,
  path: (string | number)[] = [],
): PlaceholderIssue[] {
  if (typeof value === 'string') {
    const unknown = [...value.matchAll(placeholder)].flatMap(([whole, name = '']) =>
      Object.hasOwn(values, name) ? [] : [{ whole, name }],
    );
    return unknown.length === 0 ? [] : [{ path, message: formatUnknown(unknown, values) }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    findUnknownPlaceholders(part, values, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function formatUnknown(unknown: { whole: string; name: string }[], values: RuleValues): string {
  const kinds = new Set(unknown.map(({ name }) => name.split(':')[0]));
  const isKind = (name: string) => name.includes(':') && kinds.has(name.split(':')[0] ?? '');
  const sameKind = Object.keys(values).filter(isKind);
  const known =
    sameKind.length > 0 ? sameKind : Object.keys(values).filter((n) => !n.includes(':'));
  const listed = known.map((name) => `{${name}}`).join(', ');
  const names = unknown.map(({ whole }) => whole).join(', ');
  return `${names} can’t be used here. Use one of ${listed}.`;
}

export const listRulePlaceholders = endpoint({
  method: 'GET',
  path: '/api/content/placeholders',
  summary: 'List the placeholders that texts may contain, with the values of the current rules',
  access: ['admin'],
  reply: z.object({ values: z.record(z.string(), z.string()) }),
  problems: [],
});
