import { z } from 'zod';
import type { Deadline } from '#contract/rules/deadlines.ts';
import { DocumentKind } from '#contract/rules/kinds.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import { readSettingVersions } from '#server/content/read-settings.ts';
import type { Db } from '#server/db/tables.ts';

/** A deadline with the data of all stored versions of the setting, so that an admin can restore any version. */
export type DeadlineVersions = {
  /** Requires each kind of file that any version required, from all programs. */
  deadline: Deadline;
  titles: ReadonlySet<string>;
  dueDates: ReadonlySet<string>;
};

// Earlier releases stored some versions, so entries that do not match are skipped.
const StoredDeadlines = z.array(z.unknown()).catch([]);
const StoredDeadline = z.object({
  id: z.string(),
  title: z.string().catch(''),
  due: z.string().catch(''),
  documents: z.array(z.unknown()).catch([]),
});
const StoredScheme = z
  .object({ parts: z.array(z.object({ milestones: z.array(z.unknown()).catch([]) })) })
  .catch({ parts: [] });
const StoredMilestone = z.object({ key: z.string(), deadline: z.string() });

/** Returns all deadlines that the cohort has or had. */
export async function readDeadlineVersions(
  db: Db,
  cohortId: string,
  timeZone: string,
): Promise<DeadlineVersions[]> {
  const versions = await readSettingVersions(db, cohortId, 'deadlines');
  const entries = versions
    .flatMap((value) => StoredDeadlines.parse(value))
    .flatMap((entry) => StoredDeadline.safeParse(entry).data ?? []);
  return [...Map.groupBy(entries, ({ id }) => id)].map(([_id, all]) => {
    const dueDates = new Set(all.flatMap(({ due }) => parseWallClock(due, timeZone) ?? []));
    const documents = all
      .flatMap((entry) => entry.documents)
      .flatMap((kind) => DocumentKind.safeParse(kind).data ?? []);
    const deadline = {
      _id,
      title: all.at(-1)?.title ?? '',
      due: [...dueDates].at(-1) ?? '',
      documents: [...new Set(documents)],
      programs: null,
      graceHours: null,
    };
    return { deadline, titles: new Set(all.map(({ title }) => title)), dueDates };
  });
}

/** Returns the milestones that are or were linked to a deadline, once for each such deadline. */
export async function readMilestoneLinks(
  db: Db,
  cohortId: string,
): Promise<{ key: string; deadlineId: string }[]> {
  const versions = await readSettingVersions(db, cohortId, 'scheme');
  const links = versions
    .flatMap((value) => StoredScheme.parse(value).parts)
    .flatMap(({ milestones }) => milestones)
    .flatMap((milestone) => StoredMilestone.safeParse(milestone).data ?? []);
  const distinct = new Map(links.map((link) => [`${link.key} ${link.deadline}`, link]));
  return [...distinct.values()].map(({ key, deadline }) => ({ key, deadlineId: deadline }));
}
