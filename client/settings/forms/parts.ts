import type { Field, ListField, RootField, TextField } from '#client/settings/kit/fields.ts';

export const createTextField = (
  name: string,
  label: string,
  more: Omit<TextField, 'kind' | 'name' | 'label'>,
): Field => ({ kind: 'text', name, label, ...more });

export const idField: Field = { kind: 'id', name: 'id', label: 'Id' };

export const createListForm = (items: Omit<ListField, 'kind' | 'name'>): RootField => ({
  kind: 'list',
  name: '',
  ...items,
});

export const createObjectForm = (fields: Field[]): RootField => ({
  kind: 'object',
  name: '',
  label: '',
  fields,
});

export const createIllustrationField = (names: Record<string, string>): Field => ({
  kind: 'choice',
  name: 'illustration',
  label: 'Illustration',
  description: 'The drawing beside the text.',
  options: Object.entries(names).map(([value, label]) => ({ value, label })),
});

export const formatItemCount = (value: unknown, noun: string) => {
  const count = Array.isArray(value) ? value.length : 0;
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
};
