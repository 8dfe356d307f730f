import { parseNumber } from '#client/ui/form/parse-number.ts';
import { createRandomId } from '#contract/values/new-id.ts';
import {
  type Field,
  isItemList,
  type ListField,
  type ListItem,
  type NumberField,
} from './fields.ts';

const isItem = (value: unknown): value is ListItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function getEmptyValue(field: Field): unknown {
  switch (field.kind) {
    case 'list':
      return [];
    case 'object':
      return field.isOptional ? undefined : createEmptyItem(field.fields);
    case 'many':
      return [];
    case 'switch':
      return undefined;
    default:
      return '';
  }
}

export const createEmptyItem = (fields: readonly Field[]): ListItem =>
  Object.fromEntries(fields.map((field) => [field.name, getEmptyValue(field)]));

export const createEmptyListEntry = (field: ListField): unknown =>
  isItemList(field) ? createEmptyItem(field.items) : '';

const isEmpty = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Converts a form value to a request value. Omits empty optional fields and adds ids to new items. */
export function toRequestValue(field: Field, value: unknown): unknown {
  if (field.kind === 'list') {
    if (!isItemList(field)) return toList(value);
    return toList(value).map((item) => toRequestItem(field.items, item));
  }
  if (field.kind === 'object') {
    return value === undefined ? undefined : toRequestItem(field.fields, value);
  }
  if (field.kind === 'id') return isEmpty(value) ? createRandomId() : value;
  if (field.kind === 'switch') return value === true ? true : undefined;
  if (field.kind === 'number' && typeof value === 'string') return toRequestNumber(field, value);
  return 'isOptional' in field && field.isOptional && isEmpty(value) ? undefined : value;
}

/** Parses a typed number. Returns invalid text unchanged, so that the server rejects it with an error. */
function toRequestNumber({ isOptional }: NumberField, typed: string) {
  const number = parseNumber(typed);
  if (number === null) return isOptional ? undefined : '';
  return Number.isNaN(number) ? typed : number;
}

function toRequestItem(fields: readonly Field[], value: unknown): ListItem {
  const item: ListItem = isItem(value) ? value : {};
  const known = fields.map(
    (field) => [field.name, toRequestValue(field, item[field.name])] as const,
  );
  return Object.fromEntries(
    Object.entries({ ...item, ...Object.fromEntries(known) }).filter(
      ([, entry]) => entry !== undefined,
    ),
  );
}

/** Returns the title of an item: the value of its first text field, or "New question (2)" if the field is empty. */
export function getItemTitle(field: ListField, item: unknown, index: number): string {
  const fallback = `New ${field.noun} (${index + 1})`;
  if (!isItemList(field) || !isItem(item)) return fallback;
  const text = field.items.find(({ kind }) => kind === 'text');
  return String((text && item[text.name]) || '').trim() || fallback;
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Describes the position of a field in the form, such as "Section 2, Question 1, Paragraph 3". */
export function describeFieldPath(field: Field, path: readonly string[]): string {
  const [step, ...rest] = path;
  if (step === undefined) return field.label;
  if (field.kind === 'list') {
    const entry = capitalise(`${field.noun} ${Number(step) + 1}`);
    if (!isItemList(field)) return entry;
    return joinParts(entry, describeFieldPosition(field.items, rest));
  }
  if (field.kind === 'object')
    return joinParts(field.label, describeFieldPosition(field.fields, path));
  return field.label;
}

function describeFieldPosition(
  fields: readonly Field[],
  [name, ...rest]: readonly string[],
): string {
  const field = fields.find((candidate) => candidate.name === name);
  return field ? describeFieldPath(field, rest) : '';
}

const joinParts = (...parts: string[]) => parts.filter(Boolean).join(', ');
