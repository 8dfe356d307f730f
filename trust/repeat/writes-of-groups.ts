import { updateGroup } from '#contract/admin.ts';
import { checkDocument, type UploadKind, uploadDocument } from '#contract/documents.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { importGroups } from '#contract/imports.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { objectToGroup, settleObjection } from '#contract/objections.ts';
import { submitProposal } from '#contract/proposals.ts';
import { anObjection } from '#server/test/objections.ts';
import { Caller } from '#tools/test/caller.ts';
import { aMember, aName, aProposal, emailOf, fileOf } from '#tools/test/people.ts';
import { pdf, zip } from '#tools/test/sample-files.ts';
import type { Group } from '#trust/lib/fixtures.ts';
import {
  addPerson,
  changesTo,
  countOf,
  emailsTo,
  type Fixture,
  newTag,
  type Prepare,
} from './fixture.ts';
import { writesOfAccounts } from './writes-of-accounts.ts';
import { writesOfAnnouncements } from './writes-of-announcements.ts';
import { writesOfBoard } from './writes-of-board.ts';
import { writesOfCertificates } from './writes-of-certificates.ts';
import { writesOfNotices } from './writes-of-notices.ts';
import { writesOfSettings } from './writes-of-settings.ts';

const upload =
  (kind: UploadKind): Prepare =>
  async (fixture) => {
    const { groupId, student } = fixture.group;
    const tag = newTag();
    const file = kind === 'code' ? zip({ [`${tag}.txt`]: tag }) : pdf({ title: tag });
    const name = `${tag}.${kind === 'code' ? 'zip' : 'pdf'}`;
    return {
      endpoint: uploadDocument,
      input: {
        params: { kind, email: student.email },
        ...(kind === 'report' && { query: { deadline: 'december-monthly-report' } }),
        body: { file: fileOf(file, name) },
      },
      token: student.token,
      effects: async () => {
        const documents = fixture.db.selectFrom('documents').select('id').where('name', '=', name);
        return {
          versions: await countOf(documents),
          changes: await changesTo(fixture, groupId, name),
        };
      },
    };
  };

const marked = ({ random, group }: Fixture, revision?: number) => {
  const tag = newTag();
  const cell = { marks: random.whole(0, 10), feedback: tag, revision };
  const marks = { [memberOf(group)]: { month1: cell } };
  return { tag, body: { semester: 'Semester 7' as const, groupId: group.groupId, marks } };
};

const memberOf = ({ memberIds }: Group) => memberIds[0] ?? '';

/** How often the admins were told that somebody is not part of the group. */
const objectionEmails = ({ db, group }: Fixture) =>
  countOf(
    db
      .selectFrom('emails')
      .select('id')
      .where('group_id', '=', group.groupId)
      .where('subject', 'like', '%a member objects'),
  );

/** Every endpoint that writes about a group: proposal, files, marks, emails, and what an admin does. */
const writesOfGroups = {
  importGroups: async (fixture) => {
    const name = aName('Member');
    const email = emailOf(name);
    const title = newTag();
    const { feeProof: _, certificate: __, ...member } = aMember({ name, email });
    const project = { program: 'BSCS', title, category: 'Web Development', supervisor: 'other' };
    return {
      endpoint: importGroups,
      input: { body: { rows: [{ row: 2, group: '1', ...project, ...member }], dryRun: false } },
      token: fixture.admin,
      effects: async () => ({
        groups: await countOf(
          fixture.db.selectFrom('groups').select('id').where('title', '=', title),
        ),
        emails: await emailsTo(fixture, email),
      }),
    };
  },
  submitProposal: async (fixture) => {
    const student = await addPerson(fixture);
    const title = newTag();
    const mate = aName('Mate');
    const body = aProposal([student, { name: mate, email: emailOf(mate) }], { title });
    return {
      endpoint: submitProposal,
      input: { body },
      token: student.token,
      effects: async () => {
        const { db } = fixture;
        const groups = await db
          .selectFrom('groups')
          .select('id')
          .where('title', '=', title)
          .execute();
        const documents = db.selectFrom('documents').select('id');
        const files = await countOf(documents.where('uploaded_by', '=', student.userId));
        const changes = await changesTo(fixture, groups[0]?.id ?? '', title);
        const named = await emailsTo(fixture, emailOf(mate));
        return { groups: groups.length, changes, files: files / 3, named };
      },
    };
  },
  uploadThesis: upload('thesis'),
  uploadSimilarity: upload('similarity'),
  uploadCode: upload('code'),
  uploadCertificate: upload('certificate'),
  uploadReport: upload('report'),
  checkDocument: async (fixture) => {
    const { groupId, supervisor } = fixture.group;
    const proofs = fixture.db.selectFrom('documents').select(['id', 'checked_at']);
    const { id, checked_at } = await proofs
      .where('member_id', '=', memberOf(fixture.group))
      .where('kind', '=', 'feeProof')
      .executeTakeFirstOrThrow();
    const checks = fixture.db.selectFrom('changes').select('id').where('group_id', '=', groupId);
    const count = () => countOf(checks.where('part', '=', 'check'));
    const before = await count();
    return {
      endpoint: checkDocument,
      input: { params: { documentId: id }, body: { checked: checked_at === null } },
      token: supervisor.token,
      effects: async () => ({ changes: (await count()) - before }),
    };
  },
  saveMarks: async (fixture) => {
    const { db, group } = fixture;
    const cell = db
      .selectFrom('marks')
      .select('revision')
      .where('member_id', '=', memberOf(group))
      .where('milestone', '=', 'month1');
    const before = (await cell.executeTakeFirst())?.revision ?? 0;
    const { tag, body } = marked(fixture, before);
    return {
      endpoint: saveMarks,
      input: { body },
      token: group.supervisor.token,
      effects: async () => ({
        changes: await changesTo(fixture, group.groupId, tag),
        revisions: ((await cell.executeTakeFirst())?.revision ?? 0) - before,
      }),
    };
  },
  saveViva: async (fixture) => {
    const { groupId, examiner } = fixture.group;
    const vivaFeedback = newTag();
    return {
      endpoint: saveMarks,
      input: { body: { semester: 'External Viva', groupId, vivaFeedback } },
      token: examiner.token,
      effects: async () => ({ changes: await changesTo(fixture, groupId, vivaFeedback) }),
    };
  },
  mailGroup: async (fixture) => {
    const { db, url, group } = fixture;
    const { groupId, supervisor } = group;
    const { tag, body } = marked(fixture);
    await new Caller(url, supervisor.token).call(saveMarks, { body });
    const told = db.selectFrom('emails').select('id').where('text_body', 'like', `%${tag}%`);
    return {
      endpoint: mailGroup,
      input: { params: { groupId } },
      token: supervisor.token,
      effects: async () => ({ emails: await countOf(told.where('group_id', '=', groupId)) }),
    };
  },
  objectToGroup: async (fixture) => {
    const { db, group } = fixture;
    const { objectionId, token } = await anObjection(db, group.groupId, new Date());
    const before = await objectionEmails(fixture);
    return {
      endpoint: objectToGroup,
      input: { body: { token } },
      effects: async () => ({ emails: (await objectionEmails(fixture)) - before }),
      after: () => db.deleteFrom('objections').where('id', '=', objectionId).execute(),
    };
  },
  settleObjection: async (fixture) => {
    const { groupId } = fixture.group;
    const objected_at = new Date().toISOString();
    const { objectionId, email } = await anObjection(fixture.db, groupId, new Date(), {
      objected_at,
    });
    const entries = fixture.db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'objection-settled')
      .where('subject_id', '=', groupId)
      .where('detail', '=', `of ${email}`);
    const before = await countOf(entries);
    return {
      endpoint: settleObjection,
      input: { params: { objectionId } },
      token: fixture.admin,
      refusals: ['not-found'],
      effects: async () => ({ entries: (await countOf(entries)) - before }),
    };
  },
  updateGroup: async (fixture) => {
    const { groupId } = fixture.group;
    const fypTitle = newTag();
    const group = fixture.db.selectFrom('groups').select('version').where('id', '=', groupId);
    const { version } = await group.executeTakeFirstOrThrow();
    return {
      endpoint: updateGroup,
      input: { params: { groupId }, body: { version, fypTitle } },
      token: fixture.admin,
      refusals: ['stale-version'],
      effects: async () => ({
        changes: await changesTo(fixture, groupId, fypTitle),
        versions: (await group.executeTakeFirstOrThrow()).version - version,
      }),
    };
  },
  deleteGroup: async (fixture) => {
    const { groupId } = fixture.group;
    const before = await changesTo(fixture, groupId, 'in the bin');
    return {
      endpoint: deleteGroup,
      input: { params: { groupId } },
      token: fixture.admin,
      refusals: ['not-found'],
      effects: async () => ({
        changes: (await changesTo(fixture, groupId, 'in the bin')) - before,
      }),
      after: (url) => new Caller(url, fixture.admin).call(restoreGroup, { params: { groupId } }),
    };
  },
  restoreGroup: async (fixture) => {
    const { groupId } = fixture.group;
    await new Caller(fixture.url, fixture.admin).call(deleteGroup, { params: { groupId } });
    const before = await changesTo(fixture, groupId, 'in use');
    return {
      endpoint: restoreGroup,
      input: { params: { groupId } },
      token: fixture.admin,
      refusals: ['not-found'],
      effects: async () => ({ changes: (await changesTo(fixture, groupId, 'in use')) - before }),
    };
  },
} satisfies Record<string, Prepare>;

/** Every endpoint of the contract that writes, but the login: each opens a session of its own. */
export const writes: Record<string, Prepare> = {
  ...writesOfGroups,
  ...writesOfAccounts,
  ...writesOfSettings,
  ...writesOfAnnouncements,
  ...writesOfBoard,
  ...writesOfNotices,
  ...writesOfCertificates,
};
