import { readNumber } from '#client/ui/form/read-number.ts';
import { newId } from '#contract/values/new-id.ts';
import { type Field, type Item, isItemList, type ListField, type NumberField } from './fields.ts';

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the initial value of a field in a new item. */
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

/** Returns the value to send, without empty optional fields and with an id for each new item. */
export function toSend(field: Field, value: unknown): unknown {
  if (field.kind === 'list') {
    if (!isItemList(field)) return listOf(value);
    return listOf(value).map((item) => cleanItem(field.items, item));
  }
  if (field.kind === 'object') {
    return value === undefined ? undefined : cleanItem(field.fields, value);
  }
  if (field.kind === 'id') return isEmpty(value) ? newId() : value;
  if (field.kind === 'switch') return value === true ? true : undefined;
  if (field.kind === 'number' && typeof value === 'string') return numberToSend(field, value);
  return 'isOptional' in field && field.isOptional && isEmpty(value) ? undefined : value;
}

/** Returns the typed number, or the text itself if it is none: the server then rejects the field. */
function numberToSend({ isOptional }: NumberField, typed: string) {
  const number = readNumber(typed);
  if (number === null) return isOptional ? undefined : '';
  return Number.isNaN(number) ? typed : number;
}

function cleanItem(fields: readonly Field[], value: unknown): Item {
  const item: Item = isItem(value) ? value : {};
  const known = fields.map((field) => [field.name, toSend(field, item[field.name])] as const);
  return Object.fromEntries(
    Object.entries({ ...item, ...Object.fromEntries(known) }).filter(
      ([, own]) => own !== undefined,
    ),
  );
}

/** Returns the title of an item: the first of its texts, else its position. */
export function titleOf(field: ListField, item: unknown, index: number): string {
  const fallback = `New ${field.noun} (${index + 1})`;
  if (!isItemList(field) || !isItem(item)) return fallback;
  const text = field.items.find(({ kind }) => kind === 'text');
  return String((text && item[text.name]) || '').trim() || fallback;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the position of a field: "Section 2, question 1, answer 3". */
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
