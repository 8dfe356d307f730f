import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { changeInstallationFact, getInstallationFact } from '#server/content/installation.ts';
import type { Db } from '#server/db/tables.ts';
import { type ScheduledArchive, toArchivePrefix } from './archive-name.ts';

const factName = 'backups';
const overdueMs = 2 * 24 * 3_600_000;

const GoodBackup = z.object({
  name: z.string(),
  /** Undefined if the archive is not in a folder, or was taken by an earlier version. */
  folder: z.string().optional(),
  takenAt: z.iso.datetime(),
  size: z.int(),
  seconds: z.number(),
});
export type GoodBackup = z.infer<typeof GoodBackup>;

const BackupState = z.object({
  /** Time of the first attempt. */
  since: z.iso.datetime(),
  /** The last archive that was verified. */
  last: GoodBackup.nullable(),
  /** The last verified archive of each former host of PUBLIC_URL. */
  former: z.array(GoodBackup).default([]),
  /** Failed attempts since the last verified archive. */
  failures: z.int(),
  /** Reason of the last failure, or null after a success. */
  reason: z.string().nullable(),
});
type BackupState = z.infer<typeof BackupState>;

/** Returns the results of the scheduled backups, or undefined before the first attempt. */
export async function findBackupState(db: Db): Promise<BackupState | undefined> {
  const stored = await getInstallationFact(db, factName);
  return stored === undefined ? undefined : BackupState.parse(stored);
}

export const recordBackupStart = (db: Db, now: Date): Promise<void> =>
  changeState(db, now, (state) => state);

export const recordGoodBackup = (db: Db, now: Date, last: GoodBackup): Promise<void> =>
  changeState(db, now, ({ since, ...before }) => {
    const former = listFormerHosts(before, last.name);
    return { since, last, former, failures: 0, reason: null };
  });

export const recordFailedBackup = (db: Db, now: Date, reason: string): Promise<void> =>
  changeState(db, now, (state) => ({ ...state, failures: state.failures + 1, reason }));

const changeState = (db: Db, now: Date, change: (state: BackupState) => BackupState) =>
  changeInstallationFact(db, factName, (stored) => {
    const first = { since: now.toISOString(), last: null, former: [], failures: 0, reason: null };
    return change(stored === undefined ? first : BackupState.parse(stored));
  });

/** Returns the last verified archive of each host, apart from the host of the archive `name`. */
function listFormerHosts({ former, last }: Pick<BackupState, 'former' | 'last'>, name: string) {
  const verified = last ? [...former, last] : former;
  const byHost = new Map(verified.map((backup) => [toArchivePrefix(backup.name), backup]));
  byHost.delete(toArchivePrefix(name));
  return [...byHost.values()];
}

/**
 * Returns the last archive of each former host whose archives may be removed together with `archive`. Omits a host that
 * was in use during the last two days: if this portal is a copy, the original adds an archive within this time.
 */
export const listSettledFormerHosts = (
  state: Pick<BackupState, 'former' | 'last'>,
  { name, takenAt }: ScheduledArchive,
): ScheduledArchive[] =>
  listFormerHosts(state, name)
    .map((backup) => ({ name: backup.name, takenAt: new Date(backup.takenAt) }))
    .filter((backup) => takenAt.getTime() - backup.takenAt.getTime() >= overdueMs);

/**
 * Returns undefined without a schedule or before the first attempt. `goodUntil` is the time of the last verified backup,
 * or of the first attempt if there is none.
 */
export async function findBackupStatus(db: Db, { backups }: Pick<Config, 'backups'>, now: Date) {
  const state = backups && (await findBackupState(db));
  if (!state) return undefined;
  const goodUntil = state.last?.takenAt ?? state.since;
  const ageMs = now.getTime() - Date.parse(goodUntil);
  return { ...state, goodUntil, ageMs, isOverdue: ageMs > overdueMs };
}
