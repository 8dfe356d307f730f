import type { Field, ListField, Root } from '#client/settings/kit/fields.ts';

export const text = (name: string, label: string, more: object = {}): Field => ({
  kind: 'text',
  name,
  label,
  ...more,
});

export const id: Field = { kind: 'id', name: 'id', label: 'Id' };

export const list = (items: Omit<ListField, 'kind' | 'name'>): Root => ({
  kind: 'list',
  name: '',
  ...items,
});

export const object = (fields: Field[]): Root => ({ kind: 'object', name: '', label: '', fields });

export const illustrations = (names: Record<string, string>): Field => ({
  kind: 'choice',
  name: 'illustration',
  label: 'Illustration',
  options: Object.entries(names).map(([value, label]) => ({ value, label })),
});

export const formatItemCount = (value: unknown, noun: string) => {
  const count = Array.isArray(value) ? value.length : 0;
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
};
