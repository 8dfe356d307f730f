import { createHash } from 'node:crypto';
import type { SettingChange } from '#contract/settings/settings.ts';

type Item = Readonly<Record<string, unknown>>;
type Leaf = string | number | boolean;

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isLeaf = (value: unknown): value is Leaf => value !== undefined && typeof value !== 'object';

/** Fields that identify a list entry, in order of preference. */
const keys = ['id', 'key', 'value', 'name', 'title'];
const titles = ['title', 'question', 'label', 'name', 'id'];
const firstOf = (item: Item, names: readonly string[]) =>
  String(names.map((name) => item[name]).find((value) => value !== undefined) ?? '');

/** Returns each string, number or Boolean that differs. Its path lists the fields and list entries that contain it. */
export function listValueDifferences(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): SettingChange[] {
  const lines = linesOf(before, after, path);
  if (lines.length > 0 || (before === undefined) === (after === undefined)) return lines;
  return [lineOf(path, before && '(empty)', after && '(empty)')];
}

function linesOf(before: unknown, after: unknown, path: readonly string[]): SettingChange[] {
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, next] = [listOf(before), listOf(after)];
    return [...old, ...next].some(isItem)
      ? inItems(old as Item[], next as Item[], path)
      : inTexts(old as Leaf[], next as Leaf[], path);
  }
  if (isItem(before) || isItem(after)) {
    const [old, next]: [Item, Item] = [isItem(before) ? before : {}, isItem(after) ? after : {}];
    const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
    return names.flatMap((name) => listValueDifferences(old[name], next[name], [...path, name]));
  }
  return before === after ? [] : [lineOf(path, before, after)];
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const lineOf = (path: readonly string[], before: unknown, after: unknown): SettingChange => ({
  path: [...path],
  before: isLeaf(before) ? shown(before) : null,
  after: isLeaf(after) ? shown(after) : null,
});

const order = '(order)';

function orderLine<Entry>(
  path: readonly string[],
  before: readonly Entry[],
  after: readonly Entry[],
  titleOf: (entry: Entry) => string,
): SettingChange[] {
  if (before.every((entry, index) => entry === after[index])) return [];
  const inWords = (entries: readonly Entry[]) => entries.map(titleOf).join(', ');
  return [lineOf([...path, order], inWords(before), inWords(after))];
}

function inItems(before: readonly Item[], after: readonly Item[], path: readonly string[]) {
  const left = before.map((item) => ({ item, key: firstOf(item, keys) }));
  const pairs: { old: Item; next: Item }[] = [];
  const added: Item[] = [];
  for (const next of after) {
    const at = left.findIndex(({ key }) => key === firstOf(next, keys));
    const [match] = at < 0 ? [] : left.splice(at, 1);
    if (match) pairs.push({ old: match.item, next });
    else added.push(next);
  }
  const under = (item: Item) => [...path, firstOf(item, titles)];
  const stays = before.filter((item) => pairs.some(({ old }) => old === item));
  return [
    ...pairs.flatMap(({ old, next }) => listValueDifferences(old, next, under(next))),
    ...left.flatMap(({ item }) => listValueDifferences(item, undefined, under(item))),
    ...added.flatMap((item) => listValueDifferences(undefined, item, under(item))),
    ...orderLine(
      path,
      stays,
      pairs.map(({ old }) => old),
      (item) => firstOf(item, titles),
    ),
  ];
}

/** Pairs each removed value with an added one, so that a changed value counts as one difference. */
function inTexts(before: readonly Leaf[], after: readonly Leaf[], path: readonly string[]) {
  const gone = without(before, after);
  const come = without(after, before);
  const changed = Array.from({ length: Math.max(gone.length, come.length) }, (_, index) =>
    lineOf(path, gone[index], come[index]),
  );
  if (changed.length > 0) return changed;
  return orderLine(path, before, after, shown);
}

function without(list: readonly Leaf[], other: readonly Leaf[]): Leaf[] {
  const left = [...other];
  return list.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u00a0\u2000-\u200a\u202f\u3000]/gu;

/** Replaces invisible characters with their code points, and a data URL (a picture) with its digest and size. */
function shown(value: Leaf): string {
  const text = String(value);
  if (text.startsWith('data:')) {
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
    return `picture ${digest}, ${Math.ceil((text.length * 0.75) / 1024)} kB`;
  }
  return text.replace(unseen, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `‹U+${code.padStart(4, '0')}›`;
  });
}
