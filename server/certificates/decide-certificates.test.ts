import { describe, expect } from 'vitest';
import { removeDocument } from '#contract/admin/removals.ts';
import { findDesk } from '#contract/desk.ts';
import { checkDocument } from '#contract/documents.ts';
import {
  changeCertificate,
  decideCertificates,
  findCertificates,
  listCertificates,
  sendCertificatesResult,
} from '#contract/students/certificates.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  addEightCertificates,
  addTestCertificate,
  buildCertificateDecision,
  buildCertificateEntry,
  type CertificateDecision,
  decideTestCertificates,
  eightCertificates,
  readCertificates,
  uploadCertificates,
} from '#server/test/records/certificates.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const allOf = eightCertificates.map((_, index) => index);
const results = async ({ db }: Portal) =>
  db
    .selectFrom('emails')
    .select(['recipient', 'subject', 'text_body as text', 'reply_to'])
    .where('subject', 'like', '%certificates were checked%')
    .orderBy('queued_at')
    .execute();

/** Returns the state in the list of all students, which is derived from the groups' summaries. */
async function readListed(portal: Portal, team: TestGroup) {
  const { rows } = await portal.admin.call(listCertificates, { query: {} });
  return rows.find(({ memberId }) => memberId === team.ids[0])?.state;
}

describe('a decision on certificates', () => {
  test('is rejected if it returns a certificate without a reason, if the merged PDF is missing, or if it refers to an older version of the PDF', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await addTestCertificate(team, 'java');
    const refuse = async (decision: CertificateDecision, changes: object = {}) => {
      const { params, body } = await buildCertificateDecision(portal, team, [0], decision);
      const input = { params, body: { ...body, ...changes } };
      return expectRefusal(portal, portal.admin, decideCertificates, input);
    };
    expect((await refuse({ decision: 'accepted' })).message).toBe(
      'You can’t accept certificates until the merged PDF is uploaded.',
    );
    expect(Object.keys((await refuse({ decision: 'returned' })).fields ?? {})).toEqual(['reason']);
    const first = (await uploadCertificates(team, 'one')).document;
    await uploadCertificates(team, 'two');
    const stale = await refuse({ decision: 'accepted' }, { documentId: first._id });
    expect([stale.code, stale.message]).toEqual([
      'stale-version',
      'A newer version of the merged PDF has been uploaded. Open the latest version first.',
    ]);
    expect((await refuse({ decision: 'accepted' }, { documentId: null })).code).toBe(
      'stale-version',
    );
  });

  test('is rejected if the newest version of the merged PDF was removed, and the student has none then', async ({
    portal,
  }) => {
    const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
    await addTestCertificate(team, 'java');
    await addTestCertificate(neighbour, 'java');
    await uploadCertificates(neighbour);
    const without = await readCertificates(portal.admin, team);
    await uploadCertificates(team, 'one');
    const { document } = await uploadCertificates(team, 'two');
    const input = await buildCertificateDecision(portal, team, [0], { decision: 'accepted' });
    const before = await readCertificates(portal.admin, neighbour);
    await readListed(portal, team);
    await portal.admin.call(removeDocument, {
      params: { documentId: document._id },
      body: { reason: 'It contains a passport.' },
    });
    const refused = await expectRefusal(portal, portal.admin, decideCertificates, input);
    expect(refused.message).toBe('You can’t accept certificates until the merged PDF is uploaded.');
    const { state, sentence } = await readCertificates(portal.admin, team);
    expect([state, sentence]).toEqual([without.state, without.sentence]);
    const params = { groupId: team.groupId };
    const { members } = await portal.admin.call(findCertificates, { params });
    expect(members[0]?.sentence).toBe(sentence);
    expect((await readCertificates(portal.admin, neighbour)).sentence).toBe(before.sentence);
    expect(await readListed(portal, team)).toBe(state);
    expect(await readListed(portal, neighbour)).toBe(before.state);
  });

  test('is rejected if the certificate has changed since it was loaded or does not belong to the student in the request', async ({
    portal,
  }) => {
    const [team, other] = [await createTestGroup(portal), await createTestGroup(portal)];
    const { certificate } = await addTestCertificate(team, 'java');
    await addTestCertificate(other, 'java');
    await uploadCertificates(team);
    const input = await buildCertificateDecision(portal, team, [0], { decision: 'accepted' });
    const params = { certificateId: certificate._id };
    await team.student.caller.call(changeCertificate, {
      params,
      body: buildCertificateEntry('python'),
    });
    const changed = await expectRefusal(portal, portal.admin, decideCertificates, input);
    expect(changed.message).toBe(
      '“python” has changed since you opened it. Reload the page and check it again.',
    );
    const another = { ...input, body: { ...input.body, decision: 'unchecked' } };
    another.body.entries = [
      { _id: getItemAt((await readCertificates(portal.admin, other)).entries, 0)._id, revision: 1 },
    ];
    expect((await expectRefusal(portal, portal.admin, decideCertificates, another)).code).toBe(
      'not-found',
    );
  });

  test('can be made only by users who may check the merged PDF, and never in a closed cohort', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await addTestCertificate(team, 'java');
    const { document } = await uploadCertificates(team);
    const input = await buildCertificateDecision(portal, team, [0], { decision: 'accepted' });
    const stranger = await createTestUser(portal, 'faculty');
    for (const { caller } of [team.examiner, stranger]) {
      const check = { params: { documentId: document._id }, body: { checked: true } };
      const byFile = await expectRefusal(portal, caller, checkDocument, check);
      const refusal = await expectRefusal(portal, caller, decideCertificates, input);
      expect(refusal.code).toBe(byFile.code);
    }
    expect((await readCertificates(team.examiner.caller, team)).mayCheck).toBe(false);
    expect((await readCertificates(team.supervisor.caller, team)).mayCheck).toBe(true);
    await closeCurrentCohort(portal);
    expect((await expectRefusal(portal, portal.admin, decideCertificates, input)).code).toBe(
      'cohort-closed',
    );
  });

  test('emails the result once, when the last entry is accepted, and records the checker and the PDF version in that entry', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await addEightCertificates(portal, team);
    await uploadCertificates(team);
    const first = await decideTestCertificates(portal, team, allOf.slice(0, 7), {
      decision: 'accepted',
    });
    expect([first.isSent, first.member.state, first.member.untold]).toEqual([
      false,
      'unchecked',
      7,
    ]);
    expect(await results(portal)).toEqual([]);
    const input = await buildCertificateDecision(portal, team, [7], { decision: 'accepted' });
    const { member, isSent } = await portal.admin.call(decideCertificates, input);
    expect([isSent, member.state, member.untold]).toEqual([true, 'complete', 0]);
    expect(member.entries[7]).toMatchObject({ checkedVersion: 1, checkedBy: 'The Admin' });
    expect((await portal.admin.call(decideCertificates, input)).isSent).toBe(false);
    const emails = await results(portal);
    expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [team.student.email, `${team.group.fypGroupName}: your certificates were checked, accepted`],
    ]);
    expect(emails[0]?.text).toContain('The certificates are complete.');
  });

  test('emails the reason for a returned entry once, and emails a new result after the corrected entry is checked', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await addEightCertificates(portal, team);
    await uploadCertificates(team);
    await decideTestCertificates(portal, team, [1], {
      decision: 'returned',
      reason: 'Your name is missing.',
    });
    await decideTestCertificates(portal, team, [0, ...allOf.slice(2)], { decision: 'accepted' });
    const [email, ...otherEmails] = await results(portal);
    expect(otherEmails).toEqual([]);
    expect(email?.subject).toMatch(/checked, 1 returned$/);
    expect(email?.text).toMatch(/Course 1:\s+Your name is missing\./);
    const desk = await team.student.caller.call(findDesk);
    expect(desk.items[0]).toMatchObject({
      text: '1 certificate was returned: Course 1.',
      to: '/students#certificates',
    });
    const params = { groupId: team.groupId };
    const { own: ownCertificates, members } = await team.student.caller.call(findCertificates, {
      params,
    });
    expect(ownCertificates?.entries[1]).toMatchObject({
      state: 'returned',
      reason: 'Your name is missing.',
    });
    expect(members[0]?.sentence).toBe('Java is missing.');
    const { certificate } = await team.student.caller.call(changeCertificate, {
      params: { certificateId: getItemAt(ownCertificates?.entries ?? [], 1)._id },
      body: buildCertificateEntry('java', 'Course 1'),
    });
    expect(certificate).toMatchObject({ state: 'unchecked', reason: null });
    const texts = (await portal.admin.call(findDesk)).items.map(({ text }) => text);
    expect(texts).toContain('One student has certificates to check.');
    expect((await decideTestCertificates(portal, team, [1], { decision: 'accepted' })).isSent).toBe(
      true,
    );
    const [, second, ...more] = await results(portal);
    expect(more).toEqual([]);
    expect(second?.text).toContain('Course 1');
    expect(second?.text).not.toContain('Course 2');
    expect((await readCertificates(portal.admin, team)).reasons).toEqual(['Your name is missing.']);
  });

  test('can be undone, and only changed decisions are emailed again', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await addTestCertificate(team, 'java');
    await uploadCertificates(team);
    await decideTestCertificates(portal, team, [0], { decision: 'accepted' });
    const undone = await decideTestCertificates(portal, team, [0], { decision: 'unchecked' });
    expect(undone.member.entries[0]).toMatchObject({ state: 'unchecked', checkedBy: null });
    expect((await decideTestCertificates(portal, team, [0], { decision: 'accepted' })).isSent).toBe(
      false,
    );
    expect(await results(portal)).toHaveLength(1);
    const returned = { decision: 'returned', reason: 'Not legible.' } as const;
    expect((await decideTestCertificates(portal, team, [0], returned)).isSent).toBe(true);
    expect(await results(portal)).toHaveLength(2);
  });

  test('is emailed before all entries are decided if staff request it, and only once', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await addEightCertificates(portal, team);
    await uploadCertificates(team);
    await decideTestCertificates(portal, team, [2], {
      decision: 'returned',
      reason: 'Not legible.',
    });
    const input = { params: { memberId: getItemAt(team.ids, 0) } };
    const sent = await portal.admin.call(sendCertificatesResult, input);
    expect(sent.member.untold).toBe(0);
    expect((await results(portal))[0]?.text).toContain('Not checked yet: 7.');
    const refusal = await expectRefusal(portal, portal.admin, sendCertificatesResult, input);
    expect(refusal.code).toBe('invalid');
    await decideTestCertificates(portal, team, [0, 1, ...allOf.slice(3)], { decision: 'accepted' });
    const last = getItemAt(await results(portal), 1);
    expect([last.text.includes('Course 0'), last.text.includes('Course 2')]).toEqual([true, false]);
  });
});
