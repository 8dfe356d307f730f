import { Problem } from '#contract/problem.ts';
import { listKindsWith } from '#contract/rules/document-kinds.ts';
import { formatSize } from '#contract/values/format-size.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';

/** Sizes of the limits, in files of the largest size. */
const maxFilesOfGroup = 20;
const maxFilesOfAccount = 100;

const limitedKinds = listKindsWith(({ hasVersionQuota }) => !hasVersionQuota);

/** Returns the limits of the stored files without a version quota, in bytes. */
export function getFileLimits({ sizeLimits }: Pick<Config, 'sizeLimits'>) {
  const largest = Math.max(...limitedKinds.map((kind) => sizeLimits[kind]));
  return { group: maxFilesOfGroup * largest, account: maxFilesOfAccount * largest };
}

/**
 * Throws `storage-full` if files without a version quota use more than the limit of their group or uploader. All files of
 * deleted groups count towards the uploader's limit, because new versions no longer replace them. Call it after the row
 * of the new file is inserted.
 */
export async function requireSpaceForFile(
  db: Db,
  config: Pick<Config, 'sizeLimits'>,
  { groupId, userId }: { groupId: string | undefined; userId: string },
): Promise<void> {
  const limits = getFileLimits(config);
  const stored = db
    .selectFrom('documents')
    .select(({ fn }) => fn.sum<number | string | null>('size').as('bytes'))
    .where('removed_at', 'is', null);
  const ofGroup = stored.where('group_id', '=', groupId ?? null).where('kind', 'in', limitedKinds);
  const ofAccount = stored
    .where('uploaded_by', '=', userId)
    .where((eb) =>
      eb.or([
        eb('kind', 'in', limitedKinds),
        eb.exists(
          eb
            .selectFrom('groups')
            .select('groups.id')
            .whereRef('groups.id', '=', 'documents.group_id')
            .where('groups.deleted_at', 'is not', null),
        ),
      ]),
    );
  const [groupTotal, accountTotal] = await Promise.all([
    groupId === undefined ? undefined : ofGroup.executeTakeFirstOrThrow(),
    ofAccount.executeTakeFirstOrThrow(),
  ]);
  refuse('your group’s files', Number(groupTotal?.bytes ?? 0), limits.group);
  refuse('the files that you uploaded', Number(accountTotal.bytes), limits.account);
}

function refuse(description: string, bytes: number, limit: number): void {
  if (bytes <= limit) return;
  throw new Problem(
    'storage-full',
    `This upload would exceed the limit of ${formatSize(limit)} for ${description}. Ask the FYP office to remove files that are no longer needed.`,
  );
}
