import type { LocalDeadlines } from '#contract/department.ts';

/** Gives each deadline an id that is its own: its own one, or one made from its title. */
export function withIds(deadlines: LocalDeadlines) {
  const taken = new Set(deadlines.flatMap(({ id }) => id ?? []));
  return deadlines.map((deadline) => {
    if (deadline.id !== undefined) return { ...deadline, id: deadline.id };
    const id = free(slugOf(deadline.title), taken);
    taken.add(id);
    return { ...deadline, id };
  });
}

function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return slug || 'deadline';
}

function free(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
  }
}
