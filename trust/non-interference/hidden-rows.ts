import type { BasePortal } from './base.ts';
import type { HiddenRows } from './randomise-hidden-rows.ts';

/** Users whose replies are compared. A claimer registered with a group member's address, but has not confirmed it. */
export const viewers = ['member', 'supervisor', 'claimer', 'visitor'] as const;
export type Viewer = (typeof viewers)[number];

export const getViewerAccount = ({ viewerGroup, claimer }: BasePortal, viewer: Viewer) =>
  ({
    member: viewerGroup.student,
    supervisor: viewerGroup.supervisor,
    claimer,
    visitor: undefined,
  })[viewer];

const hiddenGroupRows = (groups: string): HiddenRows[] => [
  {
    table: 'groups',
    where: `id in (${groups})`,
    columns:
      'name name_key program title category supervisor supervisor_key supervisor_id external_examiner ' +
      'external_examiner_key external_examiner_id viva_date viva_status viva_feedback viva_revision deleted_at created_at',
  },
  ...hiddenFromMembers(groups),
  {
    table: 'members',
    where: `group_id in (${groups})`,
    columns: 'name roll roll_key phone email user_id',
  },
  ...hiddenMemberRows(`select id from members where group_id in (${groups})`),
  ...hiddenDiscussionRows(`group_id in (${groups})`),
  hiddenChanges(`group_id in (${groups})`),
  hiddenDocuments(`group_id in (${groups}) and member_id is null`, [
    'proposal',
    'thesis',
    'similarity',
    'code',
  ]),
];

/** Group data hidden from members. Of this, the supervisor sees only the version and the time of the last change. */
const hiddenFromMembers = (groups: string): HiddenRows[] => [
  { table: 'groups', where: `id in (${groups})`, columns: 'version changed_at' },
  hiddenFromStaff(groups),
];
const hiddenFromStaff = (groups: string): HiddenRows => ({
  table: 'groups',
  where: `id in (${groups})`,
  columns: 'eligibility submission_hash',
});

/** Entries of the history. Never varies those of a visible group's marks: emails and conflicts show earlier values. */
const hiddenChanges = (where: string): HiddenRows => ({
  table: 'changes',
  where,
  columns: 'value_from value_to changed_by_name',
  mayBeMissing: true,
});

/** Fields whose changes only staff see, as in `server/groups/changes/history-part.ts`. */
const staffFields = `'account', 'supervisor_account', 'external_examiner_account', 'evidence'`;

/** Rows of threads that the viewer must not see, with the files attached to their messages. */
const hiddenDiscussionRows = (where: string): HiddenRows[] => [
  // The files come first, because their messages identify them.
  hiddenDocuments(
    `id in (select document_id from main.discussion_messages where ${where} and document_id is not null)`,
    ['attachment'],
  ),
  {
    table: 'discussion_messages',
    where,
    columns:
      'sequence text about_id written_by_name written_at edited_at removed_at removed_by_name',
    mayBeMissing: true,
  },
  { table: 'discussion_readers', where, columns: 'last_read is_following', mayBeMissing: true },
  { table: 'discussion_emails', where, columns: 'first_sequence due_at', mayBeMissing: true },
];

/** Columns about a member that only that member and staff can see. */
const hiddenMemberRows = (members: string): HiddenRows[] => [
  {
    table: 'members',
    where: `id in (${members})`,
    columns: 'father_name notified_viva_revision left_by',
  },
  {
    table: 'marks',
    where: `member_id in (${members})`,
    columns: 'marks feedback revision notified_revision changed_at',
    mayBeMissing: true,
  },
  hiddenDocuments(`member_id in (${members})`, ['feeProof', 'certificate']),
];

const hiddenDocuments = (where: string, kinds: readonly string[]): HiddenRows => ({
  table: 'documents',
  where,
  columns:
    'name media_type version sha256 uploaded_by_name uploaded_at checked_by checked_by_name checked_at',
  kinds,
  mayBeMissing: true,
});

/** Hidden data of other accounts. Where `notified` (SQL) is true, the address and `blocked_at` are not hidden. */
const hiddenUserRows = (users: string, notified = 'false'): HiddenRows[] => [
  {
    table: 'users',
    where: users,
    columns: 'name name_key created_at email_confirmed_at password_ends_at',
  },
  { table: 'users', where: `${users} and not (${notified})`, columns: 'email blocked_at' },
  hiddenDocuments(`user_id in (select id from users where ${users}) and kind = 'cv'`, ['cv']),
  {
    table: 'sessions',
    where: `user_id in (select id from users where ${users})`,
    columns: 'created_at device token_hash file_token_hash',
    mayBeMissing: true,
  },
];

/** Rows of their own group that a member must not see. */
function hiddenFromMember({ viewerGroup: { groupId, ids } }: BasePortal): HiddenRows[] {
  const ownGroup = `'${groupId}'`;
  const mates = `'${ids[1]}', '${ids[2]}'`;
  return [
    ...hiddenFromMembers(ownGroup),
    ...hiddenMemberRows(mates),
    ...hiddenDiscussionRows(`group_id = ${ownGroup} and thread = 'staff'`),
    hiddenChanges(
      `group_id = ${ownGroup} and (member_id in (${mates}) or field in (${staffFields}))`,
    ),
  ];
}

/** Returns the rows that the viewer must not see, derived from the specification's permissions. */
export function getHiddenRows(base: BasePortal, viewer: Viewer): HiddenRows[] {
  const { viewerGroup, foreign, bin } = base;
  const ownEmail = getViewerAccount(base, viewer)?.email ?? 'nobody';
  const ownGroup = `'${viewerGroup.groupId}'`;
  const students = `role = 'student' and email <> '${ownEmail}'`;
  const emailed = `id in (select user_id from members where group_id = ${ownGroup})`;
  const commonRows: HiddenRows[] = [
    ...hiddenGroupRows(`'${foreign.groupId}', '${bin.groupId}'`),
    {
      table: 'emails',
      where: `recipient <> '${ownEmail}'`,
      columns: 'subject text_body html_body',
      mayBeMissing: true,
    },
    ...hiddenUserRows(students, viewer === 'supervisor' ? emailed : undefined),
    {
      table: 'audit_entries',
      where: 'true',
      columns: 'at actor_name subject_name detail',
      mayBeMissing: true,
    },
    { table: 'claimed_emails', where: 'true', columns: 'email claimed_at', mayBeMissing: true },
    {
      table: 'drafts',
      where: `user_id not in (select id from users where email = '${ownEmail}')`,
      columns: 'key value saved_at copy_id',
      mayBeMissing: true,
    },
    { table: 'group_numbers', where: 'true', columns: 'number' },
  ];
  if (viewer === 'supervisor') {
    const evidence = hiddenChanges(`group_id = ${ownGroup} and field = 'evidence'`);
    return [...commonRows, hiddenFromStaff(ownGroup), evidence];
  }
  if (viewer === 'member') return [...commonRows, ...hiddenFromMember(base)];
  const users = viewer === 'visitor' ? 'true' : `role <> 'faculty' and email <> '${ownEmail}'`;
  const group = hiddenGroupRows(ownGroup).map((hidden) =>
    // Keep the members' email addresses: one equals the claimer's unconfirmed address, which must not grant access.
    hidden.table === 'members' && viewer === 'claimer'
      ? { ...hidden, columns: hidden.columns.replace(' email', '') }
      : hidden,
  );
  return [...commonRows, ...group, ...hiddenUserRows(users)];
}
