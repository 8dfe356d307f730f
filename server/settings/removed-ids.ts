import { toListEntryKey } from '#contract/values/listed.ts';
import { createContentIssuesProblem } from '#server/content/check-setting.ts';
import type { ContentIssue, IssuePath } from '#server/content/files/format-issue.ts';
import { readSettingVersions } from '#server/content/read-settings.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

type Entry = { list: string; id: string; title: string; path: IssuePath };

/** Returns all list entries within a settings value that have an id or, like milestones, a key instead of an id. */
function entriesOf(value: unknown, path: IssuePath = []): Entry[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, part]) => entriesOf(part, [...path, name]));
  const { id, key, title, question } = value as Record<string, unknown>;
  const entryId = id ?? key;
  if (typeof entryId !== 'string') return inner;
  const list = path.filter((step) => !/^\d+$/.test(String(step))).join('.');
  const field = id === undefined ? 'key' : 'id';
  return [
    { list, id: entryId, title: String(title ?? question), path: [...path, field] },
    ...inner,
  ];
}

const nameOf = ({ list, id }: Entry) => `${list} ${id}`;

/** Ids that no mandatory certificate may have, because they denote certificates that are not mandatory. */
const reserved = new Set(['rule.mandatory optional', 'rule.mandatory internship']);

/**
 * Throws `invalid` if a new entry has the id of a removed one, because stored rows may still refer to that entry. A new
 * entry with a former title of the removed one is allowed, because it restores that entry. The caller must hold the
 * lock on the settings.
 */
export async function requireNoReusedIds(
  db: Db,
  { scope, name, value: stored }: Pick<DatabaseRow<'settings'>, 'scope' | 'name' | 'value'>,
  value: unknown,
): Promise<void> {
  const present = new Set(entriesOf(JSON.parse(stored)).map(nameOf));
  const added = entriesOf(value).filter((entry) => !present.has(nameOf(entry)));
  if (added.length === 0) return;
  const titles = await readTitles(db, scope, name);
  const issues = added.flatMap((entry): ContentIssue[] => {
    if (reserved.has(nameOf(entry))) {
      const message = `“${entry.id}” is reserved for other certificates. Choose another.`;
      return [{ path: entry.path, message }];
    }
    const earlier = titles.get(nameOf(entry)) ?? [];
    const last = earlier.at(-1);
    const isSame = earlier.some((title) => toListEntryKey(title) === toListEntryKey(entry.title));
    if (last === undefined || isSame) return [];
    const message = `“${entry.id}” belongs to “${last}”, which was removed. Choose another for “${entry.title}”, or add “${last}” again under its own title.`;
    return [{ path: entry.path, message }];
  });
  if (issues.length > 0) throw createContentIssuesProblem(issues);
}

async function readTitles(db: Db, scope: string, name: DatabaseRow<'settings'>['name']) {
  const versions = await readSettingVersions(db, scope, name);
  const entries = versions.flatMap((value) => entriesOf(value));
  const byName = Map.groupBy(entries, nameOf);
  return new Map([...byName].map(([key, all]) => [key, all.map(({ title }) => title)]));
}
