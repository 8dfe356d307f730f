import { recordEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { Db } from '#server/db/tables.ts';
import { addGroup, addMembers, type Submission } from '#server/groups/add-group.ts';
import { recordChanges } from '#server/groups/record-changes.ts';
import type { Caller } from '#server/http/serve.ts';
import { queueNamedMembers } from '#server/objections/queue-named-members.ts';
import type { Services } from '#server/services.ts';
import type { GroupToImport } from './check-groups.ts';

/** Creates a group without files and returns its name. The caller holds the lock of the supervisor's name. */
export async function writeGroup(
  trx: Db,
  services: Services,
  caller: Caller,
  cohort: CohortContent,
  { members, rows: _rows, ...project }: GroupToImport,
  now: Date,
): Promise<string> {
  // The type of a proposal contains files, but neither function stores any.
  const submission = { ...project, groupMembers: members } as unknown as Submission;
  const group = await addGroup(trx, cohort, caller, submission, '', now);
  const added = await addMembers(trx, group.id, submission, undefined, now);
  const people = added.map(({ id, member: { name, email } }) => ({ id, name, email }));
  const named = { ...group, title: project.title };
  await queueNamedMembers(trx, services, caller, named, people, now);
  const change = { part: 'group', field: 'import', from: null, to: project.title };
  await recordChanges(trx, group.id, [change], caller, now);
  const detail = `“${project.title}”, ${people.length} ${people.length === 1 ? 'member' : 'members'}`;
  const subject = toGroupSubject(group);
  await recordEntry(trx, { action: 'group-imported', by: caller, subject, detail }, now);
  return group.name;
}
