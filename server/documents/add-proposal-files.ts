import { chooseDeadlineForFile } from '#contract/rules/choose-deadline.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { addDocument, type StoredFile } from './add-document.ts';
import { readSubmissions } from './read-submissions.ts';
import { submitVersion } from './submit-version.ts';

type ProposalFile = { file: StoredFile; memberId: string | undefined };
type Group = Pick<DatabaseRow<'groups'>, 'id' | 'program' | 'cohort_id' | 'created_at'>;

/** Adds the files of a proposal and submits each for the deadline that `chooseDeadlineForFile` selects. */
export async function addProposalFiles(
  context: WriteContext,
  group: Group,
  files: readonly ProposalFile[],
): Promise<void> {
  const { trx, services, now } = context;
  const read = await readSubmissions(trx, services.content, [group], now);
  const submissions = read.get(group.id) ?? [];
  for (const { file, memberId } of files) {
    await addDocument(context, file, { groupId: group.id, memberId });
    const { kind } = file.file;
    const target = chooseDeadlineForFile(submissions, { kind, memberId: memberId ?? null }, now);
    if (target) await submitVersion(context, file.id, target.deadlineId);
  }
}
