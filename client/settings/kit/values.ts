import { readNumber } from '#client/ui/form/read-number.ts';
import {
  type Field,
  type IdField,
  type Item,
  isItemList,
  type ListField,
  type NumberField,
} from './fields.ts';

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a new item starts with. */
function emptyOf(field: Field): unknown {
  switch (field.kind) {
    case 'list':
      return [];
    case 'object':
      return field.isOptional ? undefined : emptyItem(field.fields);
    case 'many':
      return [];
    case 'switch':
      return undefined;
    default:
      return '';
  }
}

export const emptyItem = (fields: readonly Field[]): Item =>
  Object.fromEntries(fields.map((field) => [field.name, emptyOf(field)]));

export const emptyEntry = (field: ListField): unknown =>
  isItemList(field) ? emptyItem(field.items) : '';

const isEmpty = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** As it is sent: optional fields that are empty are left out, and new items have their ids. */
export function toSend(field: Field, value: unknown): unknown {
  const taken = new Set(idsIn(field, value));
  return clean(field, value, taken);
}

function clean(field: Field, value: unknown, taken: Set<string>): unknown {
  if (field.kind === 'list') {
    if (!isItemList(field)) return listOf(value);
    return listOf(value).map((item) => cleanItem(field.items, item, taken));
  }
  if (field.kind === 'object') {
    return value === undefined ? undefined : cleanItem(field.fields, value, taken);
  }
  if (field.kind === 'switch') return value === true ? true : undefined;
  if (field.kind === 'number' && typeof value === 'string') return numberToSend(field, value);
  return 'isOptional' in field && field.isOptional && isEmpty(value) ? undefined : value;
}

/** The server refuses what is no number and names its field. */
function numberToSend({ isOptional }: NumberField, typed: string) {
  const number = readNumber(typed);
  if (number === null) return isOptional ? undefined : '';
  return Number.isNaN(number) ? typed : number;
}

function cleanItem(fields: readonly Field[], value: unknown, taken: Set<string>): Item {
  const item: Item = isItem(value) ? value : {};
  const known = fields.map((field) => {
    const own = item[field.name];
    const isNew = field.kind === 'id' && isEmpty(own);
    return [field.name, isNew ? newId(field, item, taken) : clean(field, own, taken)] as const;
  });
  return Object.fromEntries(
    Object.entries({ ...item, ...Object.fromEntries(known) }).filter(
      ([, own]) => own !== undefined,
    ),
  );
}

function idsIn(field: Field, value: unknown): string[] {
  if (field.kind === 'id') return typeof value === 'string' ? [value.toLowerCase()] : [];
  if (field.kind === 'object') {
    return field.fields.flatMap((own) => idsIn(own, isItem(value) ? value[own.name] : undefined));
  }
  if (field.kind !== 'list' || !isItemList(field)) return [];
  const { items } = field;
  return listOf(value).flatMap((item) =>
    items.flatMap((own) => idsIn(own, isItem(item) ? item[own.name] : undefined)),
  );
}

/** Undefined where its field is empty too, which is what has to be mended first. */
function newId({ from, style }: IdField, item: Item, taken: Set<string>): string | undefined {
  const text = String(item[from] ?? '');
  if (text.trim() === '') return undefined;
  const base = style === 'slug' ? slugOf(text) : camelOf(text);
  const separator = style === 'slug' ? '-' : '';
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}${separator}${number}`;
    if (taken.has(id.toLowerCase())) continue;
    taken.add(id.toLowerCase());
    return id;
  }
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** "Who may propose?" becomes "who-may-propose". */
function slugOf(text: string): string {
  return wordsOf(text).join('-').slice(0, 40).replace(/-+$/, '') || 'item';
}

/** "First internal viva" becomes "firstInternalViva"; a digit does not come first. */
function camelOf(text: string): string {
  const [first = '', ...others] = wordsOf(text).slice(0, 5);
  const rest = others.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const joined = [first, ...rest].join('').slice(0, 36);
  return /^[a-z]/.test(joined) ? joined : `item${joined}`;
}

/** The title of an item in its list: the first of its texts, else its place. */
export function titleOf(field: ListField, item: unknown, index: number): string {
  const fallback = `New ${field.noun} (${index + 1})`;
  if (!isItemList(field) || !isItem(item)) return fallback;
  const text = field.items.find(({ kind }) => kind === 'text');
  return String((text && item[text.name]) || '').trim() || fallback;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "Section 2, question 1, answer 3": where a field is, for who does not see it. */
export function placeOf(field: Field, path: readonly string[]): string {
  const [step, ...rest] = path;
  if (step === undefined) return field.label;
  if (field.kind === 'list') {
    const entry = capital(`${field.noun} ${Number(step) + 1}`);
    if (!isItemList(field)) return entry;
    return joined(entry, placeIn(field.items, rest));
  }
  if (field.kind === 'object') return joined(field.label, placeIn(field.fields, path));
  return field.label;
}

function placeIn(fields: readonly Field[], [name, ...rest]: readonly string[]): string {
  const field = fields.find((own) => own.name === name);
  return field ? placeOf(field, rest) : '';
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(', ');
