import { parseNumber } from '#client/ui/form/parse-number.ts';
import { createRandomId } from '#contract/values/new-id.ts';
import {
  type Field,
  isItemList,
  type ListField,
  type ListItem,
  type NumberField,
  type OptionLists,
  resolveFieldOptions,
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
      return [...(field.initial ?? [])];
    case 'switch':
      return undefined;
    case 'id':
      return field.isShown ? '' : createRandomId();
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
  if (field.kind === 'switch') return value === true || (field.isOnByDefault ? false : undefined);
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

/**
 * Returns the title of an item: the value of its first text field or, without one, the chosen option of its first choice.
 * Returns "New question (2)" if the field is empty.
 */
export function getItemTitle(
  field: ListField,
  item: unknown,
  index: number,
  lists?: OptionLists,
): string {
  const fallback = `New ${field.noun} (${index + 1})`;
  if (!isItemList(field) || !isItem(item)) return fallback;
  const titleField =
    field.items.find(({ kind }) => kind === 'text') ??
    field.items.find(({ kind }) => kind === 'choice');
  const text = String((titleField && item[titleField.name]) || '').trim();
  if (titleField?.kind !== 'choice' || !lists || text === '') return text || fallback;
  const options = resolveFieldOptions(titleField.options, lists, undefined);
  return options.find(({ value }) => value === text)?.label ?? text;
}

/** Returns the indexes of the items in the order of their dates. Items without a date come last. */
export function getDateOrder({ sortedBy }: ListField, items: readonly unknown[]): number[] {
  const dateOf = (index: number) => {
    const item = items[index];
    return String((isItem(item) && sortedBy && item[sortedBy]) || '9999');
  };
  const indexes = items.map((_, index) => index);
  // Dates such as "2026-11-30 23:59" are in the order of their characters.
  return indexes.sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : Number(dateOf(a) > dateOf(b))));
}

/** Sorts the items of a list that is sorted by date. Returns any other value unchanged. */
export function sortByDate(field: Field, value: unknown): unknown {
  if (field.kind !== 'list' || !field.sortedBy || !Array.isArray(value)) return value;
  return getDateOrder(field, value).map((index) => value[index]);
}

/** Returns the lines of pasted text without empty lines. Tabs between columns become spaces. */
export const splitPastedLines = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll('\t', ' ').trim())
    .filter((line) => line !== '');

/** Returns the path of the field that receives pasted lines: the entry itself or its first text field. */
export function getPasteField(field: ListField): string | undefined {
  if (!isItemList(field)) {
    const isMultiline = 'rows' in field.items && field.items.rows !== undefined;
    return isMultiline ? undefined : '';
  }
  const text = field.items.find(({ kind }) => kind === 'text');
  return text?.kind === 'text' && text.rows === undefined ? `.${text.name}` : undefined;
}

/** Creates a list entry with a pasted line as its text. */
export function createPastedEntry(field: ListField, line: string): unknown {
  if (!isItemList(field)) return line;
  const text = field.items.find(({ kind }) => kind === 'text');
  return { ...createEmptyItem(field.items), ...(text && { [text.name]: line }) };
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
