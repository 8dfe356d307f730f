import { chooseDeadline } from '#contract/rules/choose-deadline.ts';
import type { Content } from '#server/content/content.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { addDocument, type StoredFile } from './add-document.ts';
import { readSubmissions } from './read-submissions.ts';
import { submitVersion } from './submit-version.ts';

type ProposalFile = { file: StoredFile; memberId: string | undefined };
type Group = Pick<Row<'groups'>, 'id' | 'program' | 'cohort_id' | 'created_at'>;

/** Adds the files of a proposal. Each gets the deadline of an upload that names none. */
export async function addProposalFiles(
  trx: Db,
  content: Content,
  group: Group,
  files: readonly ProposalFile[],
  by: { userId: string; name: string },
): Promise<void> {
  const now = new Date(group.created_at);
  const submissions = (await readSubmissions(trx, content, [group], now)).get(group.id) ?? [];
  for (const { file, memberId } of files) {
    await addDocument(trx, file, { groupId: group.id, memberId }, by, now);
    const { kind } = file.file;
    const target = chooseDeadline(submissions, { kind, memberId: memberId ?? null }, now);
    if (target) await submitVersion(trx, file.id, target.deadlineId, by, now);
  }
}
