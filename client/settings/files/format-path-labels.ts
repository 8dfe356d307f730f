import { type Field, isItemList, type RootField } from '#client/settings/kit/fields.ts';

/** Formats the path of a setting as labels: "Semester 7 › Milestones › Viva › Total". */
export function formatPathLabels(root: RootField, path: readonly string[]): string {
  return labelsIn(root, path)
    .map((label) => (label === '(order)' ? 'Order' : label))
    .join(' › ');
}

function labelsIn(field: Field | RootField, path: readonly string[]): readonly string[] {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (field.kind === 'object') return labelOf(field.fields, step, rest);
  if (field.kind !== 'list' || !isItemList(field)) return path;
  const [name, ...deeper] = rest;
  return name === undefined ? [step] : [step, ...labelOf(field.items, name, deeper)];
}

function labelOf(fields: readonly Field[], name: string, rest: readonly string[]) {
  const field = fields.find((candidate) => candidate.name === name);
  return field ? [field.label, ...labelsIn(field, rest)] : [name, ...rest];
}
