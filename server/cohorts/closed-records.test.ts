import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { importGroups } from '#contract/admin/imports.ts';
import { uploadDocument } from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { checkResultSheet } from '#contract/exports/results.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import * as cohorts from '#contract/settings/cohorts.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { addCertificate } from '#contract/students/certificates.ts';
import { askExtension, decideExtension, setGroupDeadlines } from '#contract/submissions.ts';
import { updateUser } from '#contract/users.ts';
import { publishDueAnnouncements } from '#server/announcements/publish-due.ts';
import {
  buildCohortIdSql,
  guardedTables,
  listProtectedColumns,
} from '#server/db/closed/closed-records.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { checkStoredFiles } from '#server/documents/damage/scrub.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import { queueOverdueMarksEmails } from '#server/marks/emails/mail-group.ts';
import { buildResultSheet } from '#server/results/result-sheet.ts';
import { sendReminders } from '#server/submissions/send-reminders.ts';
import {
  buildMemberEdits,
  createTestGroup,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { openPortal } from '#server/test/portal.ts';
import { announcementDraft } from '#server/test/records/announcements.ts';
import { buildCertificateEntry } from '#server/test/records/certificates.ts';
import { createObjectionLink } from '#server/test/records/objections.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildEmailAddress, buildMember, createUniqueName, toFile } from '#tools/test/people.ts';

const codes = ['2028', '2029'] as const;
const minuteMs = 60_000;

/** Opens a portal with three cohorts of one group each, all with the same supervisor. The last cohort is current. */
async function openMatrixFixture() {
  const { portal, close } = await openPortal();
  const teams: TestGroup[] = [];
  const addNext = (code: string) =>
    portal.admin.call(cohorts.addCohort, {
      body: {
        name: `Session ${code}`,
        code,
        from: portal.content.current._id,
        makeCurrent: true,
        deadlines: [
          { id: 'thesis', title: 'Thesis', due: `${code}-05-25 23:00`, documents: ['thesis'] },
        ],
      },
    });
  for (const code of codes) {
    await addNext(code);
    const supervisor = teams[0] && { supervisor: teams[0].supervisor.name };
    teams.push(await createTestGroup(portal, { size: 2, ...supervisor }));
  }
  await addNext('2030');
  return { portal, teams, close };
}
type MatrixFixture = Awaited<ReturnType<typeof openMatrixFixture>>;
type Step = { what: keyof typeof steps; which: 0 | 1; n: number };
type Where = MatrixFixture & Step & { team: TestGroup; code: string; admin: ApiCaller };

const ask = async (caller: ApiCaller, endpoint: Endpoint, input: object): Promise<number> => {
  const { status } = await caller.request(endpoint, input);
  expect([endpoint.path, status]).not.toEqual([endpoint.path, 500]);
  return status;
};

const allow = async (...request: Parameters<typeof ask>) => expect(await ask(...request)).toBe(200);

const cohortOf = ({ portal, code }: Pick<Where, 'portal' | 'code'>) => {
  const cohort = portal.content.cohorts.find((candidate) => candidate.code === code);
  if (!cohort) throw new Error(`There is no cohort ${code}.`);
  return cohort;
};

async function closeOf(where: Where) {
  const { _id: cohortId } = cohortOf(where);
  const { seen } = await where.admin.call(cohorts.findOpenWork, { params: { cohortId } });
  const { version } = cohortOf(where);
  const isSettled = where.n % 2 === 0;
  const choices = { settleObjections: isSettled, sendResults: isSettled };
  const refuse = isSettled && { refuseRequests: 'The session is over.' };
  const body = { version, seen, ...choices, ...refuse };
  return ask(where.admin, cohorts.closeCohort, { params: { cohortId }, body });
}

const ofGroup = ({ team }: Where, body: object = {}) => ({
  params: { groupId: team.groupId },
  body,
});
const ofSupervisor = ({ teams }: Where, body: object) => ({
  params: { userId: getItemAt(teams, 0).supervisor.userId },
  body,
});

const steps = {
  close: closeOf,
  reopen: (where: Where) => {
    const { _id: cohortId, version } = cohortOf(where);
    return ask(where.admin, cohorts.reopenCohort, { params: { cohortId }, body: { version } });
  },
  renameCohort: (where: Where) => {
    const { _id: cohortId, version } = cohortOf(where);
    const body = { version, name: `Session ${where.code} ${where.n}` };
    return ask(where.admin, cohorts.updateCohort, { params: { cohortId }, body });
  },
  renameSupervisor: (where: Where) =>
    allow(where.admin, updateUser, ofSupervisor(where, { name: createUniqueName('Renamed') })),
  changeRole: (where: Where) =>
    allow(
      where.admin,
      updateUser,
      ofSupervisor(where, { role: where.n % 2 ? 'student' : 'faculty' }),
    ),
  block: (where: Where) =>
    allow(where.admin, updateUser, ofSupervisor(where, { blocked: where.n % 2 === 0 })),
  changeAddress: ({ admin, team }: Where) =>
    allow(admin, updateUser, {
      params: { userId: team.student.userId },
      body: { email: buildEmailAddress(createUniqueName('Moved')) },
    }),
  mark: ({ admin, team, n }: Where) => {
    const marks = { [getItemAt(team.ids, n % 2)]: { month1: { marks: n, feedback: `${n}` } } };
    return ask(admin, saveMarks, {
      body: { semester: 'Semester 7', groupId: team.groupId, marks },
    });
  },
  viva: ({ admin, team, n }: Where) =>
    ask(admin, saveMarks, {
      body: { semester: 'External Viva', groupId: team.groupId, vivaFeedback: `Feedback ${n}` },
    }),
  mail: (where: Where) => ask(where.admin, mailGroup, ofGroup(where, {})),
  upload: ({ team, n }: Where) =>
    ask(team.student.caller, uploadDocument, {
      params: { kind: 'thesis', email: team.student.email },
      body: { file: toFile(buildPdf({ title: `${n}` }), 'thesis.pdf') },
    }),
  edit: (where: Where) =>
    ask(where.admin, updateGroup, ofGroup(where, { fypTitle: `Title ${where.n}` })),
  editMember: (where: Where) => {
    const member = { _id: getItemAt(where.team.ids, 1), name: createUniqueName('Edited') };
    return ask(
      where.admin,
      updateGroup,
      ofGroup(where, { fypGroupMembers: buildMemberEdits(where.team.ids, member) }),
    );
  },
  delete: (where: Where) => ask(where.admin, deleteGroup, ofGroup(where)),
  restore: (where: Where) => ask(where.admin, restoreGroup, ofGroup(where)),
  import: async ({ admin, code }: Where) => {
    const name = createUniqueName('Imported');
    const {
      feeProof: _,
      certificate: __,
      ...member
    } = buildMember({ name, email: buildEmailAddress(name) });
    const project = { program: 'BSCS', category: 'Web Development', supervisor: 'other' };
    const rows = [{ row: 2, group: 'A', title: name, ...project, ...member }];
    const checked = await admin.request(importGroups, {
      body: { rows, dryRun: true, cohort: code },
    });
    const { token } = (await checked.json()) as { token?: string };
    return ask(admin, importGroups, { body: { rows, dryRun: false, cohort: code, token } });
  },
  saveSetting: async ({ admin, code, n }: Where) => {
    const about = { params: { name: 'reminders' as const }, query: { cohort: code } };
    const { version, value } = await admin.call(getSetting, about);
    const changed = { ...(value as object), copySupervisor: n % 2 === 0 };
    return ask(admin, saveSetting, { ...about, body: { version, value: changed } });
  },
  certificate: ({ team, n }: Where) =>
    ask(team.student.caller, addCertificate, {
      params: { groupId: team.groupId },
      body: buildCertificateEntry('optional', `Course ${n}`),
    }),
  askExtension: ({ team, code }: Where) =>
    ask(team.student.caller, askExtension, {
      params: { groupId: team.groupId },
      body: { deadlineId: 'thesis', askedDue: `${code}-08-01T09:00:00.000Z`, reason: 'Ill.' },
    }),
  decide: async ({ portal, admin, team, n }: Where) => {
    const request = await portal.db
      .selectFrom('extension_requests')
      .select('id')
      .where('group_id', '=', team.groupId)
      .where('decision', 'is', null)
      .executeTakeFirst();
    if (!request) return 0;
    const body = { decision: n % 2 ? 'granted' : 'refused', reason: 'So it is.' };
    return ask(admin, decideExtension, { params: { requestId: request.id }, body });
  },
  excuse: ({ admin, team }: Where) =>
    ask(admin, setGroupDeadlines, {
      params: { deadlineId: 'thesis' },
      body: { groupIds: [team.groupId], change: { to: 'excused' }, reason: 'Ill.', dryRun: false },
    }),
  announce: ({ portal, admin, code, n }: Where) => {
    const soon = new Date(portal.clock().getTime() + 5 * minuteMs).toISOString();
    const when = n % 2 ? { publishAt: soon } : {};
    return ask(admin, addAnnouncement, {
      body: { ...announcementDraft, ...when, cohort: code, title: createUniqueName('Announced') },
    });
  },
  object: async ({ portal, team, code }: Where) => {
    const now = portal.clock();
    if (cohortOf({ portal, code }).closedAt !== null) return;
    await createObjectionLink(portal.db, team.groupId, now, { objected_at: now.toISOString() });
  },
  jobs: async ({ portal }: Where) => {
    portal.wait(11 * minuteMs);
    await queueOverdueMarksEmails(portal);
    await publishDueAnnouncements(portal);
    await sendReminders(portal);
    await checkStoredFiles(portal);
  },
};

async function dump(
  { portal }: MatrixFixture,
  cohortId: string,
): Promise<Record<string, string[]>> {
  const db = portal.db as unknown as Kysely<unknown>;
  const columns = await listProtectedColumns(db, isPostgres(portal.db));
  const tables: Record<string, string[]> = {};
  for (const table of guardedTables) {
    const names = sql.join((columns.get(table) ?? []).map((name) => sql.ref(name)));
    const { rows } = await sql`
      select ${names} from ${sql.table(table)} where ${buildCohortIdSql(table)} = ${cohortId}
    `.execute(db);
    tables[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}

async function codeOf(
  { portal }: MatrixFixture,
  { groupId }: TestGroup,
): Promise<string | undefined> {
  const group = await getFullGroup(portal.db, portal.content, groupId);
  if (group.deletedAt !== null) return undefined;
  const { name: cohort, scheme } = await portal.content.cohort(portal.db, group.cohortId);
  const sheet = buildResultSheet({ cohort, scheme, group, members: group.fypGroupMembers });
  return sheet.digest.slice(0, 16);
}

type SavedRecords = { records: Record<string, string[]>; code: string | undefined };

async function expectKept(
  fixture: MatrixFixture,
  closedRecords: ReadonlyMap<string, SavedRecords>,
) {
  for (const [code, { records, code: printed }] of closedRecords) {
    const { _id } = cohortOf({ ...fixture, code });
    expect(await dump(fixture, _id)).toEqual(records);
    if (printed === undefined) continue;
    const { groupId } = getItemAt(fixture.teams, codes.indexOf(code as '2028'));
    const input = { params: { groupId }, query: { code: printed } };
    const { matches } = await fixture.portal.admin.call(checkResultSheet, input);
    expect(matches).not.toBeNull();
  }
}

async function walk(fixture: MatrixFixture, sequence: readonly Step[]) {
  const { portal, teams } = fixture;
  const closedRecords = new Map<string, SavedRecords>();
  for (const step of sequence) {
    const [team, code] = [getItemAt(teams, step.which), getItemAt(codes, step.which)];
    await steps[step.what]({ ...fixture, ...step, team, code, admin: portal.admin });
    await portal.content.refresh();
    for (const [index, cohortCode] of codes.entries()) {
      const { _id, closedAt } = cohortOf({ portal, code: cohortCode });
      if (closedAt === null) closedRecords.delete(cohortCode);
      else if (!closedRecords.has(cohortCode)) {
        closedRecords.set(cohortCode, {
          records: await dump(fixture, _id),
          code: await codeOf(fixture, getItemAt(teams, index)),
        });
      }
    }
    await expectKept(fixture, closedRecords);
  }
}

async function expectWritableOnceOpen(fixture: MatrixFixture) {
  const { portal, teams } = fixture;
  for (const [index, code] of codes.entries()) {
    const where = { ...fixture, team: getItemAt(teams, index), code, admin: portal.admin };
    await steps.reopen({ ...where, what: 'reopen', which: 0, n: 0 });
    await portal.content.refresh();
    await steps.restore({ ...where, what: 'restore', which: 0, n: 0 });
    const again = { ...where, what: 'mark' as const, which: 0 as const, n: 7 };
    expect(await steps.mark(again)).toBe(200);
    expect(await steps.edit(again)).toBe(200);
    expect(await steps.saveSetting(again)).toBe(200);
  }
}

const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  // Give closing a higher weight than other steps, so that there are closed cohorts to test.
  what: fc.oneof(
    { weight: 1, arbitrary: fc.constant('close' as const) },
    { weight: 7, arbitrary: fc.constantFrom(...(Object.keys(steps) as Step['what'][])) },
  ),
  which: fc.constantFrom(0 as const, 1 as const),
  n: fc.integer({ min: 0, max: 10 }),
});

describe('the records of a closed cohort', () => {
  test('remain unchanged under random sequences of requests, and printed result sheets remain valid', async () => {
    const property = fc.asyncProperty(
      fc.array(arbitraryStep, { minLength: 20, maxLength: 40 }),
      async (sequence) => {
        const fixture = await openMatrixFixture();
        try {
          await walk(fixture, sequence);
          await expectWritableOnceOpen(fixture);
        } finally {
          await fixture.close();
        }
      },
    );
    await fc.assert(property, {
      numRuns: Number(process.env.PROPERTY_RUNS ?? 4),
      endOnFailure: true,
    });
  });
});
