import {
  addCertificate,
  changeCertificate,
  decideCertificates,
  removeCertificate,
  sendCertificatesResult,
} from '#contract/certificates.ts';
import { Caller } from '#tools/test/caller.ts';
import { countOf, type Fixture, newTag, type Prepare } from './fixture.ts';

const entry = (title: string) => ({ title, provider: '', countsFor: 'optional' });

/** In a group with no other. */
async function anEntry({ db, url, group }: Fixture) {
  await db.deleteFrom('certificates').where('member_id', 'in', group.memberIds).execute();
  const { certificate } = await new Caller(url, group.student.token).call(addCertificate, {
    params: { groupId: group.groupId },
    body: entry(newTag()),
  });
  const { member_id } = await db
    .selectFrom('certificates')
    .select('member_id')
    .where('id', '=', certificate._id)
    .executeTakeFirstOrThrow();
  return { certificate, memberId: member_id };
}

const titled = ({ db }: Fixture, title: string) =>
  countOf(db.selectFrom('certificates').select('id').where('title', '=', title));
const emailsWith = ({ db }: Fixture, text: string) =>
  countOf(db.selectFrom('emails').select('id').where('text_body', 'like', `%${text}%`));
const returned = (_id: string, reason: string) => ({
  entries: [{ _id, revision: 1 }],
  ...{ decision: 'returned' as const, reason },
});

export const writesOfCertificates = {
  addCertificate: async (fixture) => {
    const { db, group } = fixture;
    await db.deleteFrom('certificates').where('member_id', 'in', group.memberIds).execute();
    const title = newTag();
    return {
      endpoint: addCertificate,
      input: { params: { groupId: group.groupId }, body: entry(title) },
      token: group.student.token,
      effects: async () => ({ entries: await titled(fixture, title) }),
    };
  },
  changeCertificate: async (fixture) => {
    const { certificate } = await anEntry(fixture);
    const title = newTag();
    return {
      endpoint: changeCertificate,
      input: { params: { certificateId: certificate._id }, body: entry(title) },
      token: fixture.group.student.token,
      effects: async () => ({ entries: await titled(fixture, title) }),
    };
  },
  removeCertificate: async (fixture) => {
    const { certificate } = await anEntry(fixture);
    return {
      endpoint: removeCertificate,
      input: { params: { certificateId: certificate._id } },
      token: fixture.group.student.token,
      refusals: ['not-found'],
      effects: async () => ({ removed: 1 - (await titled(fixture, certificate.title)) }),
    };
  },
  decideCertificates: async (fixture) => {
    const { certificate, memberId } = await anEntry(fixture);
    const reason = newTag();
    return {
      endpoint: decideCertificates,
      input: { params: { memberId }, body: returned(certificate._id, reason) },
      token: fixture.admin,
      effects: async () => ({ emails: await emailsWith(fixture, reason) }),
    };
  },
  sendCertificatesResult: async (fixture) => {
    const { certificate, memberId } = await anEntry(fixture);
    const reason = newTag();
    // As when another entry still waits: decided, and told to nobody yet.
    await fixture.db
      .updateTable('certificates')
      .set({ state: 'returned', reason })
      .where('id', '=', certificate._id)
      .execute();
    return {
      endpoint: sendCertificatesResult,
      input: { params: { memberId } },
      token: fixture.admin,
      refusals: ['invalid'],
      effects: async () => ({ emails: await emailsWith(fixture, reason) }),
    };
  },
} satisfies Record<string, Prepare>;
