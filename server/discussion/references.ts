import { getDocumentUrl } from '#contract/documents.ts';
import {
  type DiscussionThread,
  type MessageReference,
  type ProposalField,
  proposalFields,
  type ShownReference,
} from '#contract/messages/discussion.ts';
import { Problem } from '#contract/problem.ts';
import { privateKinds } from '#contract/rules/document-kinds.ts';
import { findMilestone } from '#contract/rules/scheme.ts';
import { getKindLabel } from '#contract/settings/kinds.ts';
import { Id } from '#contract/values/text.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import type { MessageRow } from './thread-access.ts';

/** Reads the files of a group, without those that not everybody who may see the group may open. */
const selectFiles = (db: Db, groupId: string, ids: readonly string[]) =>
  db
    .selectFrom('documents')
    .select(['id', 'kind', 'version', 'member_id', 'removed_at'])
    .where(isIdInJsonArray(db, 'id', JSON.stringify(ids)))
    .where('group_id', '=', groupId)
    .where('kind', 'not in', privateKinds);

type File = Awaited<ReturnType<ReturnType<typeof selectFiles>['execute']>>[number];

/** Reads the files that messages refer to, by id. */
export async function readReferredFiles(
  db: Db,
  groupId: string,
  references: readonly Pick<MessageReference, 'kind' | 'id'>[],
): Promise<Map<string, File>> {
  const ids = references.flatMap(({ kind, id }) =>
    kind === 'document' && Id.safeParse(id).success ? [id] : [],
  );
  if (ids.length === 0) return new Map();
  const files = await selectFiles(db, groupId, ids).execute();
  return new Map(files.map((file) => [file.id, file]));
}

type Context = { cohort: CohortContent; files: ReadonlyMap<string, File> };

/**
 * Throws `invalid` unless the part of the work exists. In the thread of the group, files of single members are refused,
 * because the other members may not open them.
 */
export function requireValidReference(
  reference: MessageReference,
  { cohort, files }: Context,
  thread: DiscussionThread,
): void {
  const { kind, id, page } = reference;
  const file = files.get(id);
  const isOpenToAll = file && (thread === 'staff' || file.member_id === null);
  const isValid = {
    milestone: findMilestone(cohort.scheme, id) !== undefined,
    deadline: cohort.deadlines.some(({ _id }) => _id === id),
    document: isOpenToAll === true,
    proposal: Object.hasOwn(proposalFields, id),
  }[kind];
  if (isValid && (page === undefined || kind === 'document')) return;
  const message =
    kind === 'document'
      ? 'This file doesn’t exist, or not everyone in this discussion has access to it.'
      : 'The message refers to something that no longer exists. Remove the reference and try again.';
  throw new Problem('invalid', message, { fields: { about: message } });
}

export function toReference(row: MessageRow): MessageReference | undefined {
  const { about_kind: kind, about_id: id, about_page: page } = row;
  if (kind === null || id === null) return undefined;
  return page === null ? { kind, id } : { kind, id, page };
}

/** Returns the reference with the current title of the part of the work. */
export function showReference(
  reference: MessageReference,
  { cohort, files }: Context,
): ShownReference {
  const { kind, id, page } = reference;
  if (kind === 'document') return showFile(reference, files.get(id), cohort);
  const title = {
    milestone: findMilestone(cohort.scheme, id)?.title,
    deadline: cohort.deadlines.find(({ _id }) => _id === id)?.title,
    proposal: proposalFields[id as ProposalField],
  }[kind];
  return { kind, id, page, label: title ?? `A removed ${kind}`, url: null };
}

function showFile(
  { kind, id, page }: MessageReference,
  file: File | undefined,
  { kinds }: CohortContent,
): ShownReference {
  if (!file) return { kind, id, page, label: 'A removed document', url: null };
  const place = page === undefined ? '' : `, page ${page}`;
  const label = `${getKindLabel(kinds, file.kind)}, version ${file.version}${place}`;
  const anchor = page === undefined ? '' : `#page=${page}`;
  const url = file.removed_at === null ? `${getDocumentUrl(id)}${anchor}` : null;
  return { kind, id, page, label, url };
}
