export type TextPath = (string | number)[];

export function findTextPaths(value: unknown, path: TextPath = []): TextPath[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    findTextPaths(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

export function replaceTextAtPath<Value>(value: Value, path: TextPath, text: string): Value {
  const copy = structuredClone(value);
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((part, key) => (part as Record<string | number, unknown>)[key], copy);
  (holder as Record<string | number, unknown>)[path.at(-1) ?? ''] = text;
  return copy;
}
