import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBoard } from '#contract/board.ts';
import { uploadDocument } from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { findGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { changePeople, listFormerMemberships, type PeopleChangeInput } from '#contract/people.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { sendReminders } from '#server/submissions/send-reminders.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestUser, getItemAt, type TestUser } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildMember, buildProposal, toFile } from '#tools/test/people.ts';

const deadline = 'february-monthly-report';
const studentCount = 5;

type Group = { id: string; name: string };
type Row = { id: string; group: Group; student: number; isFormer: boolean; marks: number | null };

const index = fc.nat(9);
const student = fc.nat(studentCount - 1);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('propose' as const),
    students: fc.uniqueArray(student, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('join' as const), row: index, student }),
  fc.record({ kind: fc.constant('leave' as const), row: index }),
  fc.record({ kind: fc.constant('return' as const), row: index }),
  fc.record({ kind: fc.constant('move' as const), row: index, to: index, isCopied: fc.boolean() }),
  fc.record({ kind: fc.constant('mark' as const), row: index, marks: fc.nat(10) }),
  ...[1, 2].map(() => fc.record({ kind: fc.constant('submit' as const), row: index })),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 12 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const pick = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length];

/** Expected memberships and marks, and the requests that change them. */
class Run {
  readonly portal: Portal;
  readonly students: readonly TestUser[];
  readonly adminId: string;
  readonly rows: Row[] = [];
  readonly groups: Group[] = [];
  /** Groups that have submitted in time, with the members who have done so. */
  readonly inTime = new Map<Group, readonly Row[]>();

  constructor(portal: Portal, students: readonly TestUser[], adminId: string) {
    this.portal = portal;
    this.students = students;
    this.adminId = adminId;
  }

  currentOf = (group: Group) => this.rows.filter((row) => row.group === group && !row.isFormer);

  async done(caller: ApiCaller, endpoint: Endpoint, input: Parameters<ApiCaller['request']>[1]) {
    const response = await caller.request(endpoint, input);
    if (!response.ok) expect([400, 404, 409]).toContain(response.status);
    return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
  }

  async change({ id }: Group, change: PeopleChangeInput) {
    const on = this.portal.clock().toISOString().slice(0, 10);
    const body = { change, on, reason: 'Agreed with the office.' };
    const admin = await this.portal.logInAs(this.adminId);
    return this.done(admin, changePeople, { params: { groupId: id }, body });
  }

  /** Returns the id of the row of a person in a group that they have just joined. */
  async findRowId({ id }: Group, { email }: TestUser): Promise<string> {
    const rows = this.portal.db.selectFrom('members').select('id').where('group_id', '=', id);
    const own = await rows.where('email', '=', email).where('left_at', 'is', null).execute();
    return getItemAt(own, 0).id;
  }

  async add(group: Group, place: number, marks: number | null = null) {
    const id = await this.findRowId(group, getItemAt(this.students, place));
    this.rows.push({ id, group, student: place, isFormer: false, marks });
  }

  async propose({ students }: Extract<Step, { kind: 'propose' }>) {
    const people = students.map((place) => getItemAt(this.students, place));
    const proposer = getItemAt(people, 0);
    const caller = await this.portal.logInAs(proposer.userId);
    const reply = await this.done(caller, submitProposal, { body: buildProposal(people) });
    if (!reply) return false;
    const { groupId } = reply;
    const { name } = await this.portal.db
      .selectFrom('groups')
      .select('name')
      .where('id', '=', `${groupId}`)
      .executeTakeFirstOrThrow();
    const group = { id: `${groupId}`, name };
    this.groups.push(group);
    for (const place of students) await this.add(group, place);
    return true;
  }

  async submit(row: Row) {
    const { userId, email } = getItemAt(this.students, row.student);
    const caller = await this.portal.logInAs(userId);
    const body = { file: toFile(buildPdf({ title: row.id }), 'certificates.pdf') };
    const params = { kind: 'certificate' as const, email };
    return this.done(caller, uploadDocument, { params, query: { deadline }, body });
  }

  async take(step: Step): Promise<unknown> {
    if (step.kind === 'propose') return this.propose(step);
    if (step.kind === 'wait') {
      this.portal.wait(step.days * 86_400_000);
      return sendReminders(this.portal);
    }
    const row = pick(this.rows, step.row);
    if (!row) return false;
    const { id, group } = row;
    if (step.kind === 'join') {
      const { name, email } = getItemAt(this.students, step.student);
      const { feeProof: _, certificate: __, ...member } = buildMember({ name, email });
      const reply = await this.change(group, { kind: 'join', member });
      if (reply) await this.add(group, step.student);
      return reply;
    }
    if (step.kind === 'leave') {
      const reply = await this.change(group, { kind: 'leave', memberId: id });
      if (reply) row.isFormer = true;
      return reply;
    }
    if (step.kind === 'return') {
      const reply = await this.change(group, { kind: 'return', memberId: id });
      if (reply) row.isFormer = false;
      return reply;
    }
    if (step.kind === 'move') {
      const to = pick(this.groups, step.to) ?? group;
      const copyMarks = step.isCopied ? ['month1'] : [];
      const reply = await this.change(group, {
        kind: 'move',
        memberId: id,
        toGroup: to.name,
        copyMarks,
      });
      if (!reply) return reply;
      row.isFormer = true;
      await this.add(to, row.student, step.isCopied ? row.marks : null);
      return reply;
    }
    if (step.kind === 'submit') return row.isFormer ? false : this.submit(row);
    const admin = await this.portal.logInAs(this.adminId);
    const marks = { [id]: { month1: { marks: step.marks, feedback: `Of ${id}.` } } };
    const body = { semester: 'Semester 7', groupId: group.id, marks };
    const reply = await this.done(admin, saveMarks, { body });
    if (reply) row.marks = step.marks;
    return reply;
  }

  /** Everybody reads exactly their own current and former memberships with the marks of each. */
  async checkStudents() {
    for (const [place, { userId, email }] of this.students.entries()) {
      const caller = await this.portal.logInAs(userId);
      const own = this.rows.filter((row) => row.student === place);
      const current = own.find(({ isFormer }) => !isFormer);
      const response = await caller.request(findGroup, { params: { email } });
      expect(response.ok).toBe(current !== undefined);
      const text = await response.text();
      for (const { id } of this.rows.filter((row) => row.student !== place))
        expect(text).not.toContain(`Of ${id}.`);
      if (current) {
        const { group } = JSON.parse(text) as { group: { _id: string; fypGroupMembers: Row[] } };
        expect(group._id).toBe(current.group.id);
      }
      const { memberships } = await caller.call(listFormerMemberships);
      const read = memberships.map(({ fypGroupName, member }) => [
        fypGroupName,
        member.month1?.marks ?? null,
      ]);
      const expected = own
        .filter(({ isFormer }) => isFormer)
        .map(({ group, marks }) => [group.name, marks]);
      expect(read.toSorted()).toEqual(expected.toSorted());
    }
  }

  /** The board lists the current members, and what was submitted in time stays in time. */
  async checkBoard() {
    const admin = await this.portal.logInAs(this.adminId);
    const { rows, deadlines } = await admin.call(findBoard);
    const column = deadlines.findIndex(({ _id }) => _id === deadline);
    for (const group of this.groups) {
      const shown = rows.find(({ _id }) => _id === group.id);
      const names = this.currentOf(group).map((row) => getItemAt(this.students, row.student).name);
      expect(shown?.members.toSorted()).toEqual(names.toSorted());
      const state = shown?.deadlines[column]?.state;
      const submitters = this.inTime.get(group);
      if (submitters?.some(({ isFormer }) => !isFormer)) expect(state).toBe('submitted');
      if (state === 'submitted' && !submitters) this.inTime.set(group, this.currentOf(group));
    }
  }
}

async function openRun(portal: Portal): Promise<Run> {
  const input = await buildSettingChange(portal, 'deadlines', (list) => {
    for (const each of list) if (each.id === deadline) each.documents = ['certificate'];
  });
  await portal.admin.call(saveSetting, input);
  const admins = portal.db.selectFrom('users').select('id').where('role', '=', 'admin');
  const { id: adminId } = await admins.executeTakeFirstOrThrow();
  const students: TestUser[] = [];
  for (let place = 0; place < studentCount; place += 1) students.push(await createTestUser(portal));
  const run = new Run(portal, students, adminId);
  await run.take({ kind: 'propose', students: [0, 1] });
  await run.take({ kind: 'propose', students: [2, 3] });
  return run;
}

test('everybody keeps what is theirs, and what was submitted in time stays in time, after any sequence of changes of people', async () => {
  const taken = new Set<string>();
  const sequence = fc.array(step, { minLength: 8, maxLength: 20 });
  const property = fc.asyncProperty(sequence, async (steps) => {
    const { portal, close } = await openPortal();
    const run = await openRun(portal);
    for (const each of steps) {
      if (await run.take(each)) taken.add(each.kind);
      await run.checkStudents();
      await run.checkBoard();
    }
    await close();
  });
  await fc.assert(property, { numRuns: 12 });
  const kinds = ['join', 'leave', 'mark', 'move', 'propose', 'return', 'submit', 'wait'];
  expect([...taken].toSorted()).toEqual(kinds);
});
