import type { SizeLimits } from '#contract/rules/document-kinds.ts';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import {
  findKind,
  getInstallationLimit,
  type KindSettings,
  listCohortKinds,
} from '#contract/settings/kinds.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import { formatSize } from '#contract/values/format-size.ts';
import { checkDeadlineKinds } from '#server/content/check-kinds.ts';
import { createContentIssuesProblem } from '#server/content/check-setting.ts';
import type { ContentIssue } from '#server/content/files/format-issue.ts';
import { parseStoredSetting, readCurrentSettings } from '#server/content/read-settings.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

/** Throws `invalid` if a deadline would require a kind of file that the cohort does not collect. */
export async function requireCollectedKinds(
  db: Db,
  scope: string,
  name: SettingName,
  value: unknown,
): Promise<void> {
  if (name !== 'kinds' && name !== 'deadlines') return;
  const stored = await readCurrentSettings(db, scope);
  const before = parseStoredSetting('kinds', stored.get('kinds'));
  if (name === 'deadlines') {
    refuse(checkDeadlineKinds(value as DeadlineSettings, before));
    return;
  }
  const deadlines = parseStoredSetting('deadlines', stored.get('deadlines'));
  const kinds = value as KindSettings;
  const issues = checkDeadlineKinds(deadlines, kinds).map(({ path: [index, , at] }) => {
    const deadline = deadlines[Number(index)];
    const kind = deadline?.documents?.[Number(at)];
    const label = before.added.find(({ id }) => id === kind)?.title ?? kind;
    const added = kinds.added.findIndex(({ id }) => id === kind);
    return {
      path: added === -1 ? ['added'] : ['added', added, 'archived'],
      message: `“${label}” is required by the deadline “${deadline?.title}”. Change that deadline first.`,
    };
  });
  refuse(issues);
}

/**
 * Throws `invalid` if a size exceeds the limit of the installation, or if a kind of which groups have files is removed or
 * changes its owner. The caller must hold the lock on the settings, for which uploads to the cohort wait.
 */
export async function requireKindsKept(
  db: Db,
  sizeLimits: SizeLimits,
  { scope, name, value: stored }: Pick<DatabaseRow<'settings'>, 'scope' | 'name' | 'value'>,
  value: unknown,
): Promise<void> {
  if (name !== 'kinds') return;
  const settings = value as KindSettings;
  const before = (JSON.parse(stored) as KindSettings).added;
  const sizes = findSizeIssues(settings, sizeLimits);
  const changed: ContentIssue[] = [];
  for (const { id, title, perMember } of before) {
    const index = settings.added.findIndex((kind) => kind.id === id);
    const after = settings.added[index];
    if (after?.perMember === perMember) continue;
    const count = await countGroupsWithFiles(db, scope, id);
    if (count === 0) continue;
    const groups = count === 1 ? '1 group has' : `${count} groups have`;
    changed.push(
      after
        ? {
            path: ['added', index, 'perMember'],
            message: `${groups} files of “${title}”, so this cannot change. Add another kind for it instead.`,
          }
        : {
            path: ['added'],
            message: `${groups} files of “${title}”, so it cannot be removed. Choose “No longer collected” instead: the files stay available.`,
          },
    );
  }
  refuse([...sizes, ...changed]);
}

function findSizeIssues(settings: KindSettings, sizeLimits: SizeLimits): ContentIssue[] {
  const kinds = listCohortKinds(settings);
  const places = [
    ...Object.keys(settings.standard).map((kind) => ({ kind, path: ['standard', kind, 'maxMb'] })),
    ...settings.added.map(({ id: kind }, index) => ({ kind, path: ['added', index, 'maxMb'] })),
  ];
  return places.flatMap(({ kind, path }) => {
    const limit = getInstallationLimit(kind, sizeLimits);
    if ((findKind(kinds, kind)?.maxBytes ?? 0) <= limit) return [];
    const message = `This installation accepts files of up to ${formatSize(limit)} here. Enter a smaller size, or leave the field empty.`;
    return [{ path, message }];
  });
}

/**
 * Counts groups of the cohort, also those in the bin, that have submitted a file of this kind. Groups without a cohort,
 * from early versions, belong to the current one.
 */
async function countGroupsWithFiles(db: Db, cohortId: string, kind: string): Promise<number> {
  const { count } = await db
    .selectFrom('groups')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(({ eb, or, and, exists, selectFrom }) =>
      or([
        eb('cohort_id', '=', cohortId),
        and([
          eb('cohort_id', 'is', null),
          exists(
            selectFrom('cohorts')
              .select('cohorts.id')
              .where('cohorts.id', '=', cohortId)
              .where('is_current', '=', 1),
          ),
        ]),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('documents')
          .select('documents.id')
          .whereRef('documents.group_id', '=', 'groups.id')
          .where('documents.kind', '=', kind),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

function refuse(issues: readonly ContentIssue[]): void {
  if (issues.length > 0) throw createContentIssuesProblem(issues);
}
