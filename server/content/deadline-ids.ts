import type { DeadlineSettings } from '#contract/settings/department.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import { createRandomId } from '#contract/values/new-id.ts';

type Deadline = DeadlineSettings[number];

/** Adds random ids to new deadlines. Does not change other settings, whose ids are set by the client. */
export function addNewDeadlineIds<Value>(name: SettingName, value: Value): Value {
  if (name !== 'deadlines') return value;
  return (value as DeadlineSettings).map(({ id = createRandomId(), ...deadline }) => ({
    id,
    ...deadline,
  })) as Value;
}

/** Adds missing ids to the deadlines in a file. `stored` is undefined when a new portal is set up. */
export const deriveDeadlineIds = (
  deadlines: DeadlineSettings,
  stored: DeadlineSettings | undefined,
): DeadlineSettings => (stored ? withStoredIds(deadlines, stored) : withFirstIds(deadlines));

/** Reuses the ids of stored deadlines with the same titles, so that uploading a file again adds no deadlines. */
function withStoredIds(deadlines: DeadlineSettings, stored: DeadlineSettings): DeadlineSettings {
  const named = new Set(deadlines.map(({ id }) => id));
  const left = stored.filter(({ id }) => !named.has(id));
  return deadlines.map((deadline) => {
    if (deadline.id !== undefined) return deadline;
    const at = left.findIndex(({ title }) => title === deadline.title);
    const [match] = at < 0 ? [] : left.splice(at, 1);
    return match ? { ...deadline, id: match.id } : deadline;
  });
}

/** Derives missing ids from the titles, so that `scheme.yaml` can refer to deadlines by predictable ids. */
function withFirstIds(deadlines: DeadlineSettings): DeadlineSettings {
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
