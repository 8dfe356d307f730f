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

/** Derives missing ids from the titles, so that `scheme.yaml` can refer to deadlines by predictable ids. */
export function deriveDeadlineIds(deadlines: DeadlineSettings): DeadlineSettings {
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
