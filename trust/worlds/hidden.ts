import type { Base } from './base.ts';
import { email, instant, number, oneOf, orNull, text, unique } from './values.ts';
import type { Hidden } from './vary-hidden.ts';

/** Who looks: what they may see is the same in both worlds of a pair, everything else differs. */
export const viewers = ['member', 'supervisor', 'claimer', 'visitor'] as const;
export type Viewer = (typeof viewers)[number];

export const personOf = ({ own, claimer }: Base, viewer: Viewer) =>
  ({ member: own.student, supervisor: own.supervisor, claimer, visitor: undefined })[viewer];

/** Everything of groups, or of their members. */
const ofGroups = (groups: string): Hidden[] => [
  {
    table: 'groups',
    where: `id in (${groups})`,
    vary: {
      name: unique('-group'),
      name_key: unique('-group-key'),
      program: text,
      title: text,
      category: text,
      supervisor: text,
      supervisor_key: text,
      supervisor_id: orNull(text),
      external_examiner: orNull(text),
      external_examiner_key: orNull(text),
      external_examiner_id: orNull(text),
      viva_date: oneOf('2027-05-01', '2027-06-02'),
      viva_status: oneOf('pass', 'fail', 'reschedule'),
      viva_feedback: orNull(text),
      viva_revision: number(9),
      deleted_at: orNull(instant),
      created_at: instant,
    },
  },
  ...unseenByMembers(groups),
  {
    table: 'members',
    where: `group_id in (${groups})`,
    vary: {
      ...{ name: text, roll: text, roll_key: unique('-roll'), phone: text, email },
      user_id: unique('-user'),
    },
  },
  ...ofMembers(`select id from members where group_id in (${groups})`),
  ...documents(`group_id in (${groups}) and member_id is null`, [
    'proposal',
    'thesis',
    'similarity',
    'code',
  ]),
];

/** What of a group neither its members nor, but for the version, its supervisor gets to see. */
const unseenByMembers = (groups: string): Hidden[] => [
  {
    table: 'groups',
    where: `id in (${groups})`,
    vary: { version: number(99), changed_at: instant },
  },
  ...unseenByStaff(groups),
];
const unseenByStaff = (groups: string): Hidden[] => [
  {
    table: 'groups',
    where: `id in (${groups})`,
    vary: { eligibility: orNull(text), submission_hash: text },
  },
  {
    // Earlier marks are known to those who mark: they decide what an email says and what a stale save changes.
    table: 'changes',
    where: `group_id in (${groups}) and revision is null`,
    vary: { value_from: orNull(text), value_to: orNull(text), changed_by_name: text },
    mayBeMissing: true,
  },
];

/** What of members only they themselves and the staff see. */
const ofMembers = (members: string): Hidden[] => [
  {
    table: 'members',
    where: `id in (${members})`,
    vary: { father_name: text, notified_viva_revision: number(9), left_by: orNull(text) },
  },
  {
    table: 'marks',
    where: `member_id in (${members})`,
    vary: {
      marks: orNull(number(10)),
      feedback: orNull(text),
      revision: number(9),
      notified_revision: number(9),
      changed_at: instant,
    },
    mayBeMissing: true,
  },
  ...documents(`member_id in (${members})`, ['feeProof', 'certificate']),
];

const documents = (where: string, kinds: string[]): Hidden[] => [
  {
    table: 'documents',
    where,
    vary: {
      kind: oneOf(...kinds),
      name: text,
      media_type: oneOf('application/pdf', 'application/zip', 'image/png'),
      version: (random) => random.whole(1, 9),
      sha256: (random) =>
        random
          .whole(0, 2 ** 31)
          .toString(16)
          .padStart(64, '0'),
      uploaded_by_name: text,
      uploaded_at: instant,
      checked_by: orNull(text),
      checked_by_name: text,
      checked_at: orNull(instant),
    },
    mayBeMissing: true,
  },
];

/** Accounts of others with what hangs on them. `told` are those whom the viewer sees emailed: where, and whether at all. */
const ofUsers = (users: string, told = 'false'): Hidden[] => [
  {
    table: 'users',
    where: users,
    vary: {
      created_at: instant,
      email_confirmed_at: orNull(instant),
      password_ends_at: orNull(instant),
    },
  },
  {
    table: 'users',
    where: `${users} and not (${told})`,
    vary: { email, blocked_at: orNull(instant) },
  },
  ...documents(`user_id in (select id from users where ${users})`, ['cv']),
  {
    table: 'sessions',
    where: `user_id in (select id from users where ${users})`,
    vary: {
      created_at: instant,
      device: text,
      token_hash: unique(''),
      file_token_hash: unique(''),
    },
    mayBeMissing: true,
  },
];

/** What varies for a viewer: the specification's permissions, once more and from the other side. */
export function hiddenFrom(base: Base, viewer: Viewer): Hidden[] {
  const { own, foreign, bin } = base;
  const me = personOf(base, viewer)?.email ?? 'nobody';
  const quoted = (...ids: (string | undefined)[]) => ids.map((id) => `'${id}'`).join(', ');
  const [mine, others] = [quoted(own.groupId), quoted(foreign.groupId, bin.groupId)];
  const students = `role = 'student' and email <> '${me}'`;
  const emailed = `id in (select user_id from members where group_id = ${mine})`;
  const always: Hidden[] = [
    ...ofGroups(others),
    {
      table: 'emails',
      where: `recipient <> '${me}'`,
      vary: { subject: text, text_body: text, html_body: text },
      mayBeMissing: true,
    },
    ...ofUsers(students, viewer === 'supervisor' ? emailed : undefined),
    { table: 'users', where: students, vary: { name: text, name_key: text } },
    {
      table: 'audit_entries',
      where: 'true',
      vary: { at: instant, actor_name: orNull(text), subject_name: text, detail: text },
      mayBeMissing: true,
    },
    {
      table: 'claimed_emails',
      where: 'true',
      vary: { email, claimed_at: instant },
      mayBeMissing: true,
    },
    { table: 'group_numbers', where: 'true', vary: { number: number(900) } },
  ];
  if (viewer === 'supervisor') return [...always, ...unseenByStaff(mine)];
  if (viewer === 'member') {
    const mates = quoted(own.ids[1], own.ids[2]);
    return [...always, ...unseenByMembers(mine), ...ofMembers(mates)];
  }
  const everybody = viewer === 'visitor' ? 'true' : `role <> 'faculty' and email <> '${me}'`;
  const rest = [
    ...ofUsers(everybody),
    { table: 'users', where: everybody, vary: { name: text, name_key: unique('') } },
  ];
  const group = ofGroups(mine).map((hidden) => {
    const { email: _, ...vary } = hidden.vary;
    // An unconfirmed address stays a member's: that alone must open nothing.
    return hidden.table === 'members' && viewer === 'claimer' ? { ...hidden, vary } : hidden;
  });
  return [...always, ...group, ...rest];
}
