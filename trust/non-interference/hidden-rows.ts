import type { BasePortal } from './base.ts';
import {
  createUniqueEmail,
  createUniqueText,
  type HiddenRows,
  randomChoice,
  randomInstant,
  randomNumber,
  randomText,
  randomValueOrNull,
} from './randomise-hidden-rows.ts';

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
    columns: {
      name: createUniqueText('-group'),
      name_key: createUniqueText('-group-key'),
      program: randomText,
      title: randomText,
      category: randomText,
      supervisor: randomText,
      supervisor_key: randomText,
      supervisor_id: randomValueOrNull(randomText),
      external_examiner: randomValueOrNull(randomText),
      external_examiner_key: randomValueOrNull(randomText),
      external_examiner_id: randomValueOrNull(randomText),
      viva_date: randomChoice('2027-05-01', '2027-06-02'),
      viva_status: randomChoice('pass', 'fail', 'reschedule'),
      viva_feedback: randomValueOrNull(randomText),
      viva_revision: randomNumber(9),
      deleted_at: randomValueOrNull(randomInstant),
      created_at: randomInstant,
    },
  },
  ...hiddenFromMembers(groups),
  {
    table: 'members',
    where: `group_id in (${groups})`,
    columns: {
      name: randomText,
      roll: randomText,
      roll_key: createUniqueText('-roll'),
      phone: randomText,
      email: createUniqueEmail,
      user_id: createUniqueText('-user'),
    },
  },
  ...hiddenMemberRows(`select id from members where group_id in (${groups})`),
  ...hiddenDiscussionRows(`group_id in (${groups})`),
  hiddenChanges(`group_id in (${groups})`),
  ...hiddenDocumentRows(`group_id in (${groups}) and member_id is null`, [
    'proposal',
    'thesis',
    'similarity',
    'code',
  ]),
];

/** Group data hidden from members. Of this, the supervisor sees only the version and the time of the last change. */
const hiddenFromMembers = (groups: string): HiddenRows[] => [
  {
    table: 'groups',
    where: `id in (${groups})`,
    columns: { version: randomNumber(99), changed_at: randomInstant },
  },
  ...hiddenFromStaff(groups),
];
const hiddenFromStaff = (groups: string): HiddenRows[] => [
  {
    table: 'groups',
    where: `id in (${groups})`,
    columns: { eligibility: randomValueOrNull(randomText), submission_hash: randomText },
  },
];

/** Entries of the history. Never varies those of a visible group's marks: emails and conflicts show earlier values. */
const hiddenChanges = (where: string): HiddenRows => ({
  table: 'changes',
  where,
  columns: {
    value_from: randomValueOrNull(randomText),
    value_to: randomValueOrNull(randomText),
    changed_by_name: randomText,
  },
  mayBeMissing: true,
});

/** Fields whose changes only staff see, as in `server/groups/changes/history-part.ts`. */
const staffFields = `'account', 'supervisor_account', 'external_examiner_account', 'evidence'`;

/** Rows of threads that the viewer must not see, with the files attached to their messages. */
const hiddenDiscussionRows = (where: string): HiddenRows[] => [
  // The files come first, because their messages identify them.
  ...hiddenDocumentRows(
    `id in (select document_id from main.discussion_messages where ${where} and document_id is not null)`,
    ['attachment'],
  ),
  {
    table: 'discussion_messages',
    where,
    columns: {
      sequence: (_, index) => index + 1000,
      text: randomText,
      about_id: randomValueOrNull(randomText),
      written_by_name: randomText,
      written_at: randomInstant,
      edited_at: randomValueOrNull(randomInstant),
      removed_at: randomValueOrNull(randomInstant),
      removed_by_name: randomText,
    },
    mayBeMissing: true,
  },
  {
    table: 'discussion_readers',
    where,
    columns: { last_read: randomNumber(9), is_following: randomNumber(1) },
    mayBeMissing: true,
  },
  {
    table: 'discussion_emails',
    where,
    columns: { first_sequence: randomNumber(9), due_at: randomInstant },
    mayBeMissing: true,
  },
];

/** Columns about a member that only that member and staff can see. */
const hiddenMemberRows = (members: string): HiddenRows[] => [
  {
    table: 'members',
    where: `id in (${members})`,
    columns: {
      father_name: randomText,
      notified_viva_revision: randomNumber(9),
      left_by: randomValueOrNull(randomText),
    },
  },
  {
    table: 'marks',
    where: `member_id in (${members})`,
    columns: {
      marks: randomValueOrNull(randomNumber(10)),
      feedback: randomValueOrNull(randomText),
      revision: randomNumber(9),
      notified_revision: randomNumber(9),
      changed_at: randomInstant,
    },
    mayBeMissing: true,
  },
  ...hiddenDocumentRows(`member_id in (${members})`, ['feeProof', 'certificate']),
];

const hiddenDocumentRows = (where: string, kinds: string[]): HiddenRows[] => [
  {
    table: 'documents',
    where,
    columns: {
      kind: randomChoice(...kinds),
      name: randomText,
      media_type: randomChoice('application/pdf', 'application/zip', 'image/png'),
      version: (random) => random.whole(1, 9),
      sha256: (random) =>
        random
          .whole(0, 2 ** 31)
          .toString(16)
          .padStart(64, '0'),
      uploaded_by_name: randomText,
      uploaded_at: randomInstant,
      checked_by: randomValueOrNull(randomText),
      checked_by_name: randomText,
      checked_at: randomValueOrNull(randomInstant),
    },
    mayBeMissing: true,
  },
];

/** Hidden data of other accounts. Where `notified` (SQL) is true, the address and `blocked_at` are not hidden. */
const hiddenUserRows = (users: string, notified = 'false'): HiddenRows[] => [
  {
    table: 'users',
    where: users,
    columns: {
      created_at: randomInstant,
      email_confirmed_at: randomValueOrNull(randomInstant),
      password_ends_at: randomValueOrNull(randomInstant),
    },
  },
  {
    table: 'users',
    where: `${users} and not (${notified})`,
    columns: { email: createUniqueEmail, blocked_at: randomValueOrNull(randomInstant) },
  },
  ...hiddenDocumentRows(`user_id in (select id from users where ${users}) and kind = 'cv'`, ['cv']),
  {
    table: 'sessions',
    where: `user_id in (select id from users where ${users})`,
    columns: {
      created_at: randomInstant,
      device: randomText,
      token_hash: createUniqueText(''),
      file_token_hash: createUniqueText(''),
    },
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
  const quoteIds = (...ids: (string | undefined)[]) => ids.map((id) => `'${id}'`).join(', ');
  const ownGroup = quoteIds(viewerGroup.groupId);
  const otherGroups = quoteIds(foreign.groupId, bin.groupId);
  const students = `role = 'student' and email <> '${ownEmail}'`;
  const emailed = `id in (select user_id from members where group_id = ${ownGroup})`;
  const commonRows: HiddenRows[] = [
    ...hiddenGroupRows(otherGroups),
    {
      table: 'emails',
      where: `recipient <> '${ownEmail}'`,
      columns: { subject: randomText, text_body: randomText, html_body: randomText },
      mayBeMissing: true,
    },
    ...hiddenUserRows(students, viewer === 'supervisor' ? emailed : undefined),
    { table: 'users', where: students, columns: { name: randomText, name_key: randomText } },
    {
      table: 'audit_entries',
      where: 'true',
      columns: {
        at: randomInstant,
        actor_name: randomValueOrNull(randomText),
        subject_name: randomText,
        detail: randomText,
      },
      mayBeMissing: true,
    },
    {
      table: 'claimed_emails',
      where: 'true',
      columns: { email: createUniqueEmail, claimed_at: randomInstant },
      mayBeMissing: true,
    },
    {
      table: 'drafts',
      where: `user_id not in (select id from users where email = '${ownEmail}')`,
      columns: {
        key: createUniqueText('-draft'),
        value: randomText,
        saved_at: randomInstant,
        copy_id: createUniqueText('-copy'),
      },
      mayBeMissing: true,
    },
    { table: 'group_numbers', where: 'true', columns: { number: randomNumber(900) } },
  ];
  if (viewer === 'supervisor') {
    const evidence = hiddenChanges(`group_id = ${ownGroup} and field = 'evidence'`);
    return [...commonRows, ...hiddenFromStaff(ownGroup), evidence];
  }
  if (viewer === 'member') return [...commonRows, ...hiddenFromMember(base)];
  const userCondition =
    viewer === 'visitor' ? 'true' : `role <> 'faculty' and email <> '${ownEmail}'`;
  const userRows = [
    ...hiddenUserRows(userCondition),
    {
      table: 'users',
      where: userCondition,
      columns: { name: randomText, name_key: createUniqueText('') },
    },
  ];
  const group = hiddenGroupRows(ownGroup).map((hidden) => {
    const { email: _, ...columns } = hidden.columns;
    // Keep the members' email addresses: one equals the claimer's unconfirmed address, which must not grant access.
    return hidden.table === 'members' && viewer === 'claimer' ? { ...hidden, columns } : hidden;
  });
  return [...commonRows, ...group, ...userRows];
}
