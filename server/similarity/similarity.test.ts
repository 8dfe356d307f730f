import { describe, expect } from 'vitest';
import { listNotices } from '#contract/messages/notices.ts';
import {
  confirmSimilarity,
  decideSimilarity,
  enterSimilarity,
  getSimilarity,
} from '#contract/similarity.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import {
  allowedFigures,
  buildConfirmation,
  buildDecision,
  buildFigures,
  confirmTestFigures,
  createGroupWithReport,
  decideTestSimilarity,
  enterTestFigures,
  excessiveFigures,
  readTestSimilarity,
  setSimilarityLimits,
  toSimilarityParams,
} from '#server/test/records/similarity.ts';
import { upload } from '#server/test/records/versions.ts';
import { expectRefusal } from '#server/test/refusal.ts';

describe('entering figures', () => {
  test.for([
    ['above 100', { overall: 100.01 }, 'overall'],
    ['below 0', { singleSource: -1 }, 'singleSource'],
    ['with three decimals', { overall: 14.555 }, 'overall'],
    ['as text', { overall: '14' }, 'overall'],
    ['with a single source above the overall similarity', { singleSource: 15 }, 'singleSource'],
  ] as const)('is refused %s', async ([, figures, field], { portal }) => {
    const team = await createGroupWithReport(portal);
    const input = buildFigures(team, await readTestSimilarity(team), figures);
    const refused = await expectRefusal(portal, team.student.caller, enterSimilarity, input);
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid', [field]]);
  });

  test('is refused without limits, without files, and in a closed cohort', async ({ portal }) => {
    const team = await createGroupWithReport(portal);
    const other = await createTestGroup(portal);
    const shown = await readTestSimilarity(team);
    const input = buildFigures(team, shown);
    const enterAs = (who: typeof team, of = input) =>
      expectRefusal(portal, who.student.caller, enterSimilarity, of);
    const withoutFiles = await enterAs(other, buildFigures(other, await readTestSimilarity(other)));
    expect(withoutFiles.message).toContain('hasn’t uploaded both');
    await setSimilarityLimits(portal, undefined);
    expect((await enterAs(team)).code).toBe('invalid');
    expect(await team.student.caller.call(getSimilarity, toSimilarityParams(team))).toEqual({
      similarity: null,
    });
    await closeCurrentCohort(portal);
    expect((await enterAs(team)).code).toBe('cohort-closed');
  });

  test('is refused if another member has entered figures or uploaded a file in the meantime', async ({
    portal,
  }) => {
    const team = await createGroupWithReport(portal);
    const shown = await readTestSimilarity(team);
    await enterTestFigures(team, { overall: 10 }, team.mate);
    const input = buildFigures(team, shown);
    const later = await expectRefusal(portal, team.student.caller, enterSimilarity, input);
    expect(later.code).toBe('stale-version');
    expect(later.message).toContain(`${team.mate.name} entered the figures`);
    const seen = await readTestSimilarity(team);
    for (const kind of ['similarity', 'thesis'] as const) {
      await upload(portal, team, 1, { kind });
      const stale = buildFigures(team, seen);
      const refused = await expectRefusal(portal, team.student.caller, enterSimilarity, stale);
      expect(refused.code).toBe('stale-version');
    }
  });

  test('is done once by two members at the same moment', async ({ portal }) => {
    const team = await createGroupWithReport(portal);
    const shown = await readTestSimilarity(team);
    const replies = await Promise.all(
      [team.student, team.mate].map(({ caller }, index) =>
        caller.request(enterSimilarity, buildFigures(team, shown, { overall: 10 + index })),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await readTestSimilarity(team)).entries).toHaveLength(1);
  });

  test('asks the supervisor to confirm, without an email', async ({ portal }) => {
    const team = await createGroupWithReport(portal);
    const emails = () => portal.db.selectFrom('emails').select('id').execute();
    const before = await emails();
    const similarity = await enterTestFigures(team);
    expect(similarity).toMatchObject({ state: 'unconfirmed', revision: 1, actions: ['enter'] });
    expect(similarity.entries).toMatchObject([
      { ...allowedFigures, event: 'entered', by: team.student.name, reportVersion: 1 },
    ]);
    const { notices } = await team.supervisor.caller.call(listNotices);
    // Notices of the same millisecond have no order.
    expect(notices.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('14.5% overall, 3.25% from one source. Please confirm'),
    );
    expect(await emails()).toEqual(before);
  });

  test('is refused after the confirmation until a file is uploaded', async ({ portal }) => {
    const team = await createGroupWithReport(portal);
    const confirmed = await confirmTestFigures(team);
    const input = buildFigures(team, confirmed, { overall: 5 });
    const refused = await expectRefusal(portal, team.student.caller, enterSimilarity, input);
    expect(refused.code).toBe('invalid');
    await upload(portal, team, 1, { kind: 'similarity' });
    expect((await readTestSimilarity(team)).state).toBe('outdated');
    const entered = await enterTestFigures(team, { overall: 5 });
    expect(entered).toMatchObject({ state: 'unconfirmed', report: { version: 2 }, revision: 3 });
  });
});

describe('confirming figures', () => {
  test('is refused without figures, a second time, with a correction without a reason, and in a closed cohort', async ({
    portal,
  }) => {
    const team = await createGroupWithReport(portal);
    const { caller } = team.supervisor;
    const refuse = async (input: ReturnType<typeof buildConfirmation>) =>
      expectRefusal(portal, caller, confirmSimilarity, input);
    const none = await refuse(buildConfirmation(team, await readTestSimilarity(team)));
    expect(none.message).toContain('still has to enter the figures');
    const entered = await enterTestFigures(team);
    const unexplained = await refuse(buildConfirmation(team, entered, { overall: 16 }));
    expect(Object.keys(unexplained.fields ?? {})).toEqual(['reason']);
    const { similarity } = await caller.call(confirmSimilarity, buildConfirmation(team, entered));
    expect((await refuse(buildConfirmation(team, similarity))).code).toBe('invalid');
    await closeCurrentCohort(portal);
    expect((await refuse(buildConfirmation(team, similarity))).code).toBe('cohort-closed');
  });

  test('is refused if the group has uploaded or entered something since the page was loaded', async ({
    portal,
  }) => {
    const team = await createGroupWithReport(portal);
    const seen = await enterTestFigures(team);
    const input = buildConfirmation(team, seen);
    const { caller } = team.supervisor;
    await upload(portal, team, 1, { kind: 'thesis' });
    const outdated = await expectRefusal(portal, caller, confirmSimilarity, input);
    expect(outdated.code).toBe('stale-version');
    await enterTestFigures(team, { overall: 12 });
    const changed = await expectRefusal(portal, caller, confirmSimilarity, input);
    expect(changed.message).toContain(`${team.student.name} entered the figures`);
  });

  test('is done once by the supervisor and an admin at the same moment', async ({ portal }) => {
    const team = await createGroupWithReport(portal);
    const input = buildConfirmation(team, await enterTestFigures(team));
    const replies = await Promise.all(
      [team.supervisor.caller, portal.admin].map((caller) =>
        caller.request(confirmSimilarity, input),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await readTestSimilarity(team)).entries).toHaveLength(2);
  });

  test('corrects figures with a reason that the group sees, also after the confirmation', async ({
    portal,
  }) => {
    const team = await createGroupWithReport(portal);
    const confirmed = await confirmTestFigures(team);
    expect(confirmed).toMatchObject({ state: 'within', actions: ['confirm'] });
    const correction = { overall: 41, reason: 'The report says 41 %.' };
    const input = buildConfirmation(team, confirmed, correction);
    const { similarity } = await portal.admin.call(confirmSimilarity, input);
    expect(similarity).toMatchObject({ state: 'exceeded', actions: ['confirm', 'decide'] });
    const [last] = (await readTestSimilarity(team, team.mate)).entries;
    expect(last).toMatchObject({ event: 'corrected', overall: 41, reason: correction.reason });
    expect(await readTestSimilarity(team, team.examiner)).toMatchObject({ actions: [] });
  });
});

describe('a decision about figures that reach a limit', () => {
  test('is refused without a reason, and for figures that are unconfirmed or below the limits', async ({
    portal,
  }) => {
    const team = await createGroupWithReport(portal);
    const { caller } = team.supervisor;
    const unconfirmed = buildDecision(team, await enterTestFigures(team, excessiveFigures));
    expect((await expectRefusal(portal, caller, decideSimilarity, unconfirmed)).code).toBe(
      'invalid',
    );
    const other = await createGroupWithReport(portal);
    const within = buildDecision(other, await confirmTestFigures(other));
    await expectRefusal(portal, other.supervisor.caller, decideSimilarity, within);
    const input = {
      ...unconfirmed,
      body: { ...unconfirmed.body, reason: ' ' },
    };
    const unexplained = await expectRefusal(portal, caller, decideSimilarity, input);
    expect(Object.keys(unexplained.fields ?? {})).toEqual(['reason']);
  });

  test('is made once by the supervisor and an admin at the same moment', async ({ portal }) => {
    const team = await createGroupWithReport(portal);
    const shown = await confirmTestFigures(team, excessiveFigures);
    const replies = await Promise.all([
      team.supervisor.caller.request(decideSimilarity, buildDecision(team, shown)),
      portal.admin.request(decideSimilarity, buildDecision(team, shown, 'returned')),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('to return the thesis notifies the members of this group by email with the reason', async ({
    portal,
  }) => {
    const team = await createGroupWithReport(portal);
    const neighbour = await createGroupWithReport(portal);
    await confirmTestFigures(neighbour, excessiveFigures);
    const shown = await confirmTestFigures(team, excessiveFigures);
    await portal.db.deleteFrom('emails').execute();
    const returned = await decideTestSimilarity(team, shown, 'returned');
    expect(returned.state).toBe('returned');
    const emails = await portal.db.selectFrom('emails').selectAll().execute();
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      team.students.map(({ email }) => email).toSorted(),
    );
    expect(emails[0]?.text_body).toContain('The bibliography counts.');
    const again = await decideTestSimilarity(team, returned, 'accepted');
    expect(again).toMatchObject({ state: 'accepted', revision: 4 });
  });
});
