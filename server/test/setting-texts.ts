export type Path = (string | number)[];

/** Returns the paths of all texts in a value. */
export function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    textsIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Returns a copy with another text at a path. */
export function withText<Value>(value: Value, path: Path, text: string): Value {
  const copy = structuredClone(value);
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], copy);
  (holder as Record<string | number, unknown>)[path.at(-1) ?? ''] = text;
  return copy;
}
