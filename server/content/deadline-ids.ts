import type { LocalDeadlines } from '#contract/department.ts';
import type { SettingName } from '#contract/settings.ts';
import { newId } from '#contract/values/new-id.ts';

type Deadline = LocalDeadlines[number];

/** Gives each deadline without an id a random one. Other settings have all their ids when they are sent. */
export function withNewIds<Value>(name: SettingName, value: Value): Value {
  if (name !== 'deadlines') return value;
  return (value as LocalDeadlines).map(({ id = newId(), ...deadline }) => ({
    id,
    ...deadline,
  })) as Value;
}

/** Gives deadlines of a file their ids. `stored`: the cohort's deadlines; undefined for a folder that it starts from. */
export const withFileIds = (
  deadlines: LocalDeadlines,
  stored: LocalDeadlines | undefined,
): LocalDeadlines => (stored ? withStoredIds(deadlines, stored) : withFirstIds(deadlines));

/**
 * Gives a deadline without an id the id of the stored deadline with the same title, so that a file written by hand can
 * be uploaded again. The others are new, and get their ids when they are written.
 */
function withStoredIds(deadlines: LocalDeadlines, stored: LocalDeadlines): LocalDeadlines {
  const named = new Set(deadlines.map(({ id }) => id));
  const left = stored.filter(({ id }) => !named.has(id));
  return deadlines.map((deadline) => {
    if (deadline.id !== undefined) return deadline;
    const at = left.findIndex(({ title }) => title === deadline.title);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found ? { ...deadline, id: found.id } : deadline;
  });
}

/**
 * Gives a deadline without an id one made from its title, so that `scheme.yaml` of the same folder can name it. A cohort
 * that starts from a folder has used no id before, and its later deadlines get random ones.
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
