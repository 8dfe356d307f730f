import type { NewGroupChange } from '#server/groups/changes/record-changes.ts';

/** Returns the submitted values that differ from the stored ones, and a history entry for each. */
export function findFieldChanges<V extends Record<string, string | null | undefined>>(
  part: string,
  before: { [K in keyof V]: string | null },
  wanted: V,
) {
  const fields = (Object.keys(wanted) as (keyof V & string)[]).filter(
    (field) => wanted[field] !== undefined && wanted[field] !== before[field],
  );
  return {
    values: Object.fromEntries(fields.map((field) => [field, wanted[field]])) as {
      [K in keyof V]?: NonNullable<V[K]>;
    },
    changes: fields.map(
      (field): NewGroupChange => ({ part, field, from: before[field], to: wanted[field] ?? null }),
    ),
  };
}
