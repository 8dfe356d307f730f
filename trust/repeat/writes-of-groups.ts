import { updateGroup } from '#contract/admin.ts';
import { checkDocument, type UploadKind, uploadDocument } from '#contract/documents.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { objectToGroup, settleObjection } from '#contract/objections.ts';
import { submitProposal } from '#contract/proposals.ts';
import { anObjection } from '#server/test/objections.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName, aProposal, emailOf, fileOf } from '#tools/test/people.ts';
import { pdf, zip } from '#tools/test/sample-files.ts';
import { changesTo, emailsTo, type Prepare } from './prepared.ts';
import type { Lane, Stage } from './stage.ts';

const upload =
  (kind: UploadKind): Prepare =>
  async (stage, { groupId, student }) => {
    const tag = stage.tag();
    const file = kind === 'code' ? zip({ [`${tag}.txt`]: tag }) : pdf({ title: tag });
    const name = `${tag}.${kind === 'code' ? 'zip' : 'pdf'}`;
    return {
      endpoint: uploadDocument,
      input: { params: { kind, email: student.email }, body: { file: fileOf(file, name) } },
      token: student.token,
      effects: async () => {
        const documents = stage.db.selectFrom('documents').select('id').where('name', '=', name);
        return {
          versions: (await documents.execute()).length,
          changes: await changesTo(stage, groupId, name),
        };
      },
    };
  };

const marked = async (stage: Stage, lane: Lane) => {
  const tag = stage.tag();
  const cell = { marks: stage.random.whole(0, 10), feedback: tag };
  const marks = { [lane.memberId]: { month1: cell } };
  return { tag, body: { semester: 'Semester 7' as const, groupId: lane.groupId, marks } };
};

/** How often the office was told that somebody is not part of the group. */
const objectionEmails = async ({ db }: Stage, groupId: string) => {
  const rows = await db
    .selectFrom('emails')
    .select('id')
    .where('group_id', '=', groupId)
    .where('subject', 'like', '%a member objects')
    .execute();
  return rows.length;
};

/** Every call that writes about a group: proposal, files, marks, emails, and what an admin does. */
export const writesOfGroups = {
  submitProposal: async (stage) => {
    const student = await stage.somebody('student');
    const title = stage.tag();
    const mate = aName('Mate');
    const body = aProposal([student, { name: mate, email: emailOf(mate) }], { title });
    return {
      endpoint: submitProposal,
      input: { body },
      token: student.token,
      effects: async () => {
        const groups = await stage.db
          .selectFrom('groups')
          .select('id')
          .where('title', '=', title)
          .execute();
        const documents = stage.db
          .selectFrom('documents')
          .select('id')
          .where('uploaded_by', '=', student.userId);
        const files = (await documents.execute()).length;
        const changes = await changesTo(stage, groups[0]?.id ?? '', title);
        const named = await emailsTo(stage, emailOf(mate));
        return { groups: groups.length, changes, files: files / 3, named };
      },
    };
  },
  uploadThesis: upload('thesis'),
  uploadSimilarity: upload('similarity'),
  uploadCode: upload('code'),
  uploadCertificate: upload('certificate'),
  checkDocument: async (stage, { groupId, memberId, supervisor }) => {
    const proofs = stage.db.selectFrom('documents').select(['id', 'checked_at']);
    const { id, checked_at } = await proofs
      .where('member_id', '=', memberId)
      .where('kind', '=', 'feeProof')
      .executeTakeFirstOrThrow();
    const checks = stage.db.selectFrom('changes').select('id').where('group_id', '=', groupId);
    const count = async () => (await checks.where('part', '=', 'check').execute()).length;
    const before = await count();
    return {
      endpoint: checkDocument,
      input: { params: { documentId: id }, body: { checked: checked_at === null } },
      token: supervisor,
      effects: async () => ({ changes: (await count()) - before }),
    };
  },
  saveMarks: async (stage, lane) => {
    const { tag, body } = await marked(stage, lane);
    const { db } = stage;
    const row = db.selectFrom('marks').select('revision').where('member_id', '=', lane.memberId);
    const cell = row.where('milestone', '=', 'month1');
    const before = (await cell.executeTakeFirst())?.revision ?? 0;
    const sent = { ...body.marks[lane.memberId]?.month1, revision: before };
    const marks = { [lane.memberId]: { month1: sent } };
    return {
      endpoint: saveMarks,
      input: { body: { ...body, marks } },
      token: lane.supervisor,
      effects: async () => ({
        changes: await changesTo(stage, lane.groupId, tag),
        revisions: ((await cell.executeTakeFirst())?.revision ?? 0) - before,
      }),
    };
  },
  saveViva: async (stage, lane) => {
    const vivaFeedback = stage.tag();
    const { groupId } = lane;
    return {
      endpoint: saveMarks,
      input: { body: { semester: 'External Viva', groupId, vivaFeedback } },
      token: lane.examiner,
      effects: async () => ({ changes: await changesTo(stage, groupId, vivaFeedback) }),
    };
  },
  mailGroup: async (stage, lane, url) => {
    const { tag, body } = await marked(stage, lane);
    await new Caller(url, lane.supervisor).call(saveMarks, { body });
    const told = stage.db.selectFrom('emails').select('id').where('text_body', 'like', `%${tag}%`);
    return {
      endpoint: mailGroup,
      input: { params: { groupId: lane.groupId } },
      token: lane.supervisor,
      effects: async () => ({
        emails: (await told.where('group_id', '=', lane.groupId).execute()).length,
      }),
    };
  },
  objectToGroup: async (stage, { groupId }) => {
    const { objectionId, token } = await anObjection(stage.db, groupId, new Date());
    const before = await objectionEmails(stage, groupId);
    return {
      endpoint: objectToGroup,
      input: { body: { token } },
      effects: async () => ({ emails: (await objectionEmails(stage, groupId)) - before }),
      after: () => stage.db.deleteFrom('objections').where('id', '=', objectionId).execute(),
    };
  },
  settleObjection: async (stage, { groupId }) => {
    const objected_at = new Date().toISOString();
    const { objectionId, email } = await anObjection(stage.db, groupId, new Date(), {
      objected_at,
    });
    const entries = stage.db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'objection-settled')
      .where('subject_id', '=', groupId)
      .where('detail', '=', `of ${email}`);
    const before = (await entries.execute()).length;
    return {
      endpoint: settleObjection,
      input: { params: { objectionId } },
      token: stage.adminToken,
      refusals: ['not-found'],
      effects: async () => ({ entries: (await entries.execute()).length - before }),
    };
  },
  updateGroup: async (stage, { groupId }) => {
    const fypTitle = stage.tag();
    const group = stage.db.selectFrom('groups').select('version').where('id', '=', groupId);
    const { version } = await group.executeTakeFirstOrThrow();
    return {
      endpoint: updateGroup,
      input: { params: { groupId }, body: { version, fypTitle } },
      token: stage.adminToken,
      refusals: ['stale-version'],
      effects: async () => ({
        changes: await changesTo(stage, groupId, fypTitle),
        versions: (await group.executeTakeFirstOrThrow()).version - version,
      }),
    };
  },
  deleteGroup: async (stage, { groupId }) => {
    const before = await changesTo(stage, groupId, 'in the bin');
    return {
      endpoint: deleteGroup,
      input: { params: { groupId } },
      token: stage.adminToken,
      refusals: ['not-found'],
      effects: async () => ({ changes: (await changesTo(stage, groupId, 'in the bin')) - before }),
      after: (url) => new Caller(url, stage.adminToken).call(restoreGroup, { params: { groupId } }),
    };
  },
  restoreGroup: async (stage, { groupId }, url) => {
    await new Caller(url, stage.adminToken).call(deleteGroup, { params: { groupId } });
    const before = await changesTo(stage, groupId, 'in use');
    return {
      endpoint: restoreGroup,
      input: { params: { groupId } },
      token: stage.adminToken,
      refusals: ['not-found'],
      effects: async () => ({ changes: (await changesTo(stage, groupId, 'in use')) - before }),
    };
  },
} satisfies Record<string, Prepare>;
