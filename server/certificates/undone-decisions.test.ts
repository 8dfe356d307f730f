import { describe, expect } from 'vitest';
import { closeCohort, findOpenWork } from '#contract/settings/cohorts.ts';
import { updateUser } from '#contract/users.ts';
import { switchModule } from '#server/test/content/modules.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  addTestCertificate,
  decideTestCertificates,
  uploadCertificates,
} from '#server/test/records/certificates.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import { listNoticeTexts } from '#server/test/records/notices.ts';
import { correctUndoneDecisions } from './correct-undone-decisions.ts';

const results = async ({ db }: Portal) =>
  db
    .selectFrom('emails')
    .select(['recipient', 'subject', 'text_body as text', 'reply_to'])
    .where('subject', 'like', '%certificates were checked%')
    .orderBy('queued_at')
    .execute();

describe('a decision on certificates that was emailed and is undone', () => {
  const corrections = ({ db }: Portal) =>
    db
      .selectFrom('emails')
      .select(['recipient', 'subject', 'text_body as text'])
      .where('subject', 'like', '%correction%')
      .execute();
  /** Accepts a certificate of a group and of its neighbour, and emails both results. Undoes the first decision. */
  async function undoAccepted(portal: Portal) {
    const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
    for (const group of [team, neighbour]) {
      await addTestCertificate(group, 'java');
      await uploadCertificates(group);
      await decideTestCertificates(portal, group, [0], { decision: 'accepted' });
    }
    const { message } = await decideTestCertificates(portal, team, [0], {
      decision: 'unchecked',
    });
    expect(message).toMatch(/will get a correction by email unless you decide again within 30/);
    return team;
  }

  test('is corrected by one email and one notice after 30 seconds, however many processes look for it', async ({
    portal,
  }) => {
    const team = await undoAccepted(portal);
    await correctUndoneDecisions(portal);
    expect(await corrections(portal)).toEqual([]);
    portal.wait(30_000);
    await Promise.all([correctUndoneDecisions(portal), correctUndoneDecisions(portal)]);
    await correctUndoneDecisions(portal);
    const subject = `${team.group.fypGroupName}: correction to your certificate results`;
    const sent = await corrections(portal);
    expect(sent).toMatchObject([{ recipient: team.student.email, subject }]);
    expect(sent[0]?.text).toContain('java: not checked, previously accepted');
    expect(await listNoticeTexts(team.student, 'certificates')).toContain(`${subject}.`);
    const again = await decideTestCertificates(portal, team, [0], { decision: 'accepted' });
    expect([again.isSent, (await results(portal)).length]).toEqual([true, 3]);
  });

  test('is corrected in the same email as another decision about the student that was undone later', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    for (const course of ['java', 'python']) await addTestCertificate(team, course);
    await uploadCertificates(team);
    await decideTestCertificates(portal, team, [0, 1], { decision: 'accepted' });
    await decideTestCertificates(portal, team, [0], { decision: 'unchecked' });
    portal.wait(25_000);
    await decideTestCertificates(portal, team, [1], { decision: 'unchecked' });
    portal.wait(10_000);
    await correctUndoneDecisions(portal);
    expect(await corrections(portal)).toEqual([]);
    portal.wait(20_000);
    await correctUndoneDecisions(portal);
    const sent = await corrections(portal);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('java: not checked, previously accepted');
    expect(sent[0]?.text).toContain('python: not checked, previously accepted');
  });

  test('is corrected as soon as the department uses certificates again', async ({ portal }) => {
    await undoAccepted(portal);
    await switchModule(portal, 'certificates', false);
    portal.wait(60_000);
    await correctUndoneDecisions(portal);
    expect(await corrections(portal)).toEqual([]);
    await switchModule(portal, 'certificates', true);
    await correctUndoneDecisions(portal);
    expect(await corrections(portal)).toHaveLength(1);
  });

  test('is not corrected if the coordinator makes the same decision again before the correction is emailed', async ({
    portal,
  }) => {
    const team = await undoAccepted(portal);
    await decideTestCertificates(portal, team, [0], { decision: 'accepted' });
    portal.wait(60_000);
    await correctUndoneDecisions(portal);
    expect([await corrections(portal), (await results(portal)).length]).toEqual([[], 2]);
  });

  test('is corrected by the new result if another decision is made in time', async ({ portal }) => {
    const team = await undoAccepted(portal);
    const returned = { decision: 'returned', reason: 'Not legible.' } as const;
    expect((await decideTestCertificates(portal, team, [0], returned)).isSent).toBe(true);
    portal.wait(60_000);
    await correctUndoneDecisions(portal);
    expect(await corrections(portal)).toEqual([]);
    expect((await results(portal)).at(-1)?.text).toMatch(
      /java \(previously accepted\):\s+Not legible/,
    );
  });

  test('is corrected when the cohort is closed in the meantime', async ({ portal }) => {
    await undoAccepted(portal);
    const { _id: cohortId } = portal.content.current;
    await addTestCohort(portal, { makeCurrent: true });
    const params = { cohortId };
    const { seen } = await portal.admin.call(findOpenWork, { params });
    const { version } = await portal.content.cohort(portal.db, cohortId);
    const { message } = await portal.admin.call(closeCohort, { params, body: { version, seen } });
    expect(message).toContain('1 certificate correction emailed');
    expect(await corrections(portal)).toHaveLength(1);
    portal.wait(60_000);
    await correctUndoneDecisions(portal);
    expect(await corrections(portal)).toHaveLength(1);
  });

  test('is corrected once the student may receive emails again', async ({ portal }) => {
    const team = await undoAccepted(portal);
    const block = (blocked: boolean) =>
      portal.admin.call(updateUser, {
        params: { userId: team.student.userId },
        body: { blocked },
      });
    await block(true);
    portal.wait(60_000);
    await correctUndoneDecisions(portal);
    expect(await corrections(portal)).toEqual([]);
    await block(false);
    await correctUndoneDecisions(portal);
    expect(await corrections(portal)).toHaveLength(1);
  });

  test('is not corrected a week later, as after an update of a portal that sent no corrections', async ({
    portal,
  }) => {
    await undoAccepted(portal);
    portal.wait(7 * 24 * 3_600_000);
    await correctUndoneDecisions(portal);
    expect(await corrections(portal)).toEqual([]);
  });
});
