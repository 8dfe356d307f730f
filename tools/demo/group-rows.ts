import { createHash } from 'node:crypto';
import type { StandardKind } from '#contract/rules/document-kinds.ts';
import { toRollKey } from '#contract/rules/roll.ts';
import { normaliseForSearch } from '#contract/values/search-form.ts';
import { toNameKey } from '#contract/values/text.ts';
import { toUniqueNameKey } from '#contract/values/unique-name.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import { getGroupNameKeys } from '#server/groups/search-key.ts';
import type { SeededRandom } from '#trust/lib/random.ts';
import { projectTitles, sampleFeedback } from './department.ts';
import {
  buildUserRow,
  generateStudentName,
  generateUuid,
  type StaffMember,
} from './many-people.ts';
import { type AcademicSessionDates, dayMs } from './session-dates.ts';

export type SampleFile = { name: string; media_type: string; size: number; sha256: string };
export type SampleFilesByKind = Record<StandardKind, SampleFile>;

export type GroupRows = {
  users: DatabaseRow<'users'>[];
  groups: DatabaseRow<'groups'>[];
  members: DatabaseRow<'members'>[];
  claimed_emails: DatabaseRow<'claimed_emails'>[];
  documents: DatabaseRow<'documents'>[];
  submissions: DatabaseRow<'submissions'>[];
  marks: DatabaseRow<'marks'>[];
};

export type GroupPlan = {
  random: SeededRandom;
  dates: AcademicSessionDates;
  supervisor: StaffMember;
  examiner: StaffMember;
  program: string;
  cohort: { _id: string; code: string };
  number: number;
  index: number;
  categories: readonly string[];
  passwordHash: string;
  files: SampleFilesByKind;
};

const iso = (at: number) => new Date(at).toISOString();
const randomBetween = (random: SeededRandom, least: number, most: number) =>
  least + random.next() * (most - least);

/** Builds the rows of a group, its members, documents and marks, as of a random time in the academic session. */
export function buildGroupRows(plan: GroupPlan): GroupRows {
  const { random, dates, supervisor, examiner, program, number, cohort, index } = plan;
  const proposedAt = dates.start + randomBetween(random, 1, 20) * dayMs;
  // Pick the later of two random dates, so that most groups have progressed far into the session.
  const end = dates.start + (dates.end - dates.start) * Math.max(random.next(), random.next());
  const until = Math.min(end, dates.latest);
  const id = generateUuid(random);
  const isExamined = until > dates.end - 21 * dayMs;
  const vivaRevision = isExamined ? 1 : 0;
  const members = buildMemberRows(plan, id, vivaRevision);
  const name = `${program}-${cohort.code}-${String(number).padStart(3, '0')}`;
  const title = `${random.pick(projectTitles).title} ${index + 1}`;
  const people = members.members.flatMap((member) => [member.name, member.email, member.roll]);
  const group: DatabaseRow<'groups'> = {
    id,
    name,
    name_key: toUniqueNameKey(name),
    cohort_id: cohort._id,
    program,
    session_year: Number.parseInt(cohort.code, 10) || 0,
    number,
    title,
    category: random.pick(plan.categories),
    supervisor: supervisor.name,
    supervisor_key: toNameKey(supervisor.name),
    supervisor_id: supervisor.id,
    external_examiner: examiner.name,
    external_examiner_key: toNameKey(examiner.name),
    external_examiner_id: examiner.id,
    viva_date: isExamined ? iso(dates.end - 8 * dayMs).slice(0, 10) : null,
    viva_status: isExamined ? random.pick(['pass', 'pass', 'pass', 'reschedule', 'fail']) : null,
    viva_feedback: isExamined ? random.pick(sampleFeedback) : null,
    viva_revision: vivaRevision,
    viva_changed_by: isExamined ? examiner.id : null,
    viva_changed_at: isExamined ? iso(until) : null,
    eligibility: null,
    submission_hash: createHash('sha256').update(id).digest('hex'),
    version: 1,
    created_at: iso(proposedAt),
    changed_at: iso(proposedAt),
    changed_by: members.users[0]?.id ?? null,
    deleted_at: null,
    search_key: normaliseForSearch(
      [name, title, supervisor.name, examiner.name, ...people].join('\n'),
    ),
    ...getGroupNameKeys(name),
  };
  const documents = buildDocumentRows(plan, members, { groupId: id, proposedAt, until });
  return {
    users: members.users,
    groups: [group],
    members: members.members,
    claimed_emails: members.claimed_emails,
    documents,
    submissions: documents.flatMap(buildSubmissionRows),
    marks: members.members.flatMap((member) => buildMarkRows(plan, member.id, until)),
  };
}

/** Builds members that are recorded as notified of the viva result, so that the portal sends them no email. */
function buildMemberRows(
  { random, program, index, dates, passwordHash }: GroupPlan,
  groupId: string,
  vivaRevision: number,
) {
  const size = random.pick([1, 2, 2, 2, 3]);
  const at = iso(dates.start);
  const users: DatabaseRow<'users'>[] = [];
  const members: DatabaseRow<'members'>[] = [];
  const claimed_emails: DatabaseRow<'claimed_emails'>[] = [];
  for (let position = 1; position <= size; position += 1) {
    const serial = index * 3 + position;
    const name = generateStudentName(random);
    const email = `${name.toLowerCase().replace(' ', '.')}.${serial}@students.university.test`;
    const roll = `F23-${program}-${String(serial).padStart(5, '0')}`;
    const user = buildUserRow(
      generateUuid(random),
      { name, email, role: 'student' },
      passwordHash,
      at,
    );
    users.push(user);
    claimed_emails.push({ email, user_id: user.id, claimed_at: at });
    members.push({
      id: generateUuid(random),
      group_id: groupId,
      position,
      name,
      father_name: generateStudentName(random),
      roll,
      roll_key: toRollKey(roll),
      email,
      phone: `+92 3${String(200_000_000 + serial * 7919).slice(0, 9)}`,
      notified_viva_revision: vivaRevision,
      user_id: user.id,
      left_by: null,
      deleted_at: null,
      closed_at: null,
      left_at: null,
      own_due: null,
    });
  }
  return { users, members, claimed_emails };
}

type GroupProgress = { groupId: string; proposedAt: number; until: number };

/** Columns of a file that nobody has checked or removed, and that raises no doubt. */
const untouched = {
  checked_by: null,
  checked_by_name: null,
  checked_at: null,
  removed_at: null,
  removed_by: null,
  removed_by_name: null,
  removal_reason: null,
  warning: null,
};

function buildDocumentRows(
  { random, dates, files }: GroupPlan,
  { users, members }: ReturnType<typeof buildMemberRows>,
  { groupId, proposedAt, until }: GroupProgress,
): DatabaseRow<'documents'>[] {
  const rows: DatabaseRow<'documents'>[] = [];
  const add = (
    kind: keyof SampleFilesByKind,
    instants: number[],
    memberId: string | null = null,
    deadlineId: string | null = null,
  ) => {
    const [user] = users;
    for (const [before, at] of instants.sort((a, b) => a - b).entries()) {
      if (before > 0 && at > until) break;
      rows.push({
        id: generateUuid(random),
        kind,
        group_id: groupId,
        member_id: memberId,
        user_id: null,
        deadline_id: deadlineId,
        version: before + 1,
        ...files[kind],
        uploaded_by: user?.id ?? null,
        uploaded_by_name: user?.name ?? '',
        uploaded_at: iso(at),
        ...untouched,
      });
    }
  };
  /** Returns a random time before a random deadline, usually at most a few days before it. */
  const beforeDeadline = (deadlines: readonly number[]) =>
    random.pick(deadlines) - Math.log(1 / (1 - random.next() * 0.99)) * 4 * dayMs;
  const repeat = (count: number, makeInstant: () => number) =>
    Array.from({ length: count }, makeInstant);
  const afterProposal = () => proposedAt + randomBetween(random, 1, 40) * dayMs;

  add('proposal', [proposedAt, ...repeat(random.whole(0, 2), afterProposal)]);
  for (const { id } of members) {
    add('feeProof', [proposedAt, ...repeat(random.whole(0, 1), afterProposal)], id);
    if (random.next() < 0.9)
      add('certificate', [proposedAt, ...repeat(random.whole(0, 5), afterProposal)], id);
  }
  for (const { id, at } of dates.reports) {
    const instant = at + randomBetween(random, -6, 1.2) * dayMs;
    if (instant <= until && random.next() < 0.95) add('report', [instant], null, id);
  }
  const last = dates.due.slice(-3);
  const dropFuture = (instants: number[]) => instants.filter((at) => at <= until);
  add('thesis', dropFuture(repeat(random.whole(24, 34), () => beforeDeadline(dates.due))));
  add(
    'similarity',
    dropFuture(
      repeat(random.whole(8, 15), () => beforeDeadline([...last, random.pick(dates.due)])),
    ),
  );
  add(
    'code',
    dropFuture(
      repeat(random.whole(14, 25), () => beforeDeadline([...last, random.pick(dates.due)])),
    ),
  );
  return rows;
}

/** Builds a row for monthly reports only. The deadline of any other document follows from its kind. */
const buildSubmissionRows = (document: DatabaseRow<'documents'>): DatabaseRow<'submissions'>[] =>
  document.deadline_id === null
    ? []
    : [
        {
          document_id: document.id,
          deadline_id: document.deadline_id,
          submitted_at: document.uploaded_at,
          submitted_by: document.uploaded_by,
          submitted_by_name: document.uploaded_by_name,
        },
      ];

function buildMarkRows(
  { random, dates, supervisor, examiner }: GroupPlan,
  memberId: string,
  until: number,
): DatabaseRow<'marks'>[] {
  const ability = randomBetween(random, 0.5, 0.92);
  return dates.milestones
    .filter(({ at }) => at <= until && random.next() < 0.97)
    .map(({ key, total, markers, at }) => {
      const marker = markers.includes('supervisor') ? supervisor : examiner;
      const noise = randomBetween(random, -0.12, 0.12);
      const share = Math.min(1, Math.max(0.15, ability + marker.mildness / 100 + noise));
      return {
        member_id: memberId,
        milestone: key,
        marks: Math.min(total, Math.round(total * share * 2) / 2),
        feedback: random.next() < 0.6 ? random.pick(sampleFeedback) : null,
        revision: 1,
        notified_revision: 1,
        correction_reason: null,
        changed_by: marker.id,
        changed_at: iso(Math.min(at + randomBetween(random, 0, 9) * dayMs, dates.latest)),
      };
    });
}
