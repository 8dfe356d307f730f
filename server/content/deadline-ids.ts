import type { LocalDeadlines } from '#contract/department.ts';
import type { SettingName } from '#contract/settings.ts';
import { newId } from '#contract/values/new-id.ts';

type Deadline = LocalDeadlines[number];

/** Gives each deadline without an id a random one. Other settings arrive with all their ids. */
export function withNewIds<Value>(name: SettingName, value: Value): Value {
  if (name !== 'deadlines') return value;
  return (value as LocalDeadlines).map(({ id = newId(), ...deadline }) => ({
    id,
    ...deadline,
  })) as Value;
}

/**
 * Gives the deadlines of a file their ids. `stored` holds the cohort's deadlines; undefined for the folder that a
 * portal starts with.
 */
export const withFileIds = (
  deadlines: LocalDeadlines,
  stored: LocalDeadlines | undefined,
): LocalDeadlines => (stored ? withStoredIds(deadlines, stored) : withFirstIds(deadlines));

/**
 * Gives a deadline without an id the id of the stored deadline with the same title, so that a handwritten file can be
 * uploaded again. New deadlines get their ids when they are saved.
 */
function withStoredIds(deadlines: LocalDeadlines, stored: LocalDeadlines): LocalDeadlines {
  const named = new Set(deadlines.map(({ id }) => id));
  const left = stored.filter(({ id }) => !named.has(id));
  return deadlines.map((deadline) => {
    if (deadline.id !== undefined) return deadline;
    const at = left.findIndex(({ title }) => title === deadline.title);
    const [match] = at < 0 ? [] : left.splice(at, 1);
    return match ? { ...deadline, id: match.id } : deadline;
  });
}

/**
 * Derives the id of a deadline without one from its title, so that `scheme.yaml` in the same folder can refer to it.
 * Safe only for a cohort that has issued no ids yet; later deadlines get random ids.
 */
function withFirstIds(deadlines: LocalDeadlines): LocalDeadlines {
  const taken = new Set(deadlines.map(({ id }) => id));
  return deadlines.map((deadline) => {
    const id = deadline.id ?? findFree(slugOf(deadline), taken);
    taken.add(id);
    return { ...deadline, id };
  });
}

const slugOf = ({ title }: Deadline): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '') || 'deadline';

function findFree(slug: string, taken: ReadonlySet<string | undefined>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
  }
}
