import { describe, expect } from 'vitest';
import {
  type Cohort,
  closeCohort,
  listCohorts,
  reopenCohort,
  updateCohort,
} from '#contract/settings/cohorts.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { endpoints } from '#server/features.ts';
import { createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCohort, setTakesProposals } from '#server/test/records/cohorts.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildProposal } from '#tools/test/people.ts';

type Named = Pick<Cohort, '_id' | 'code' | 'version'>;
const inputFor = ({ _id: cohortId, version }: Named) => ({
  params: { cohortId },
  body: { version },
});
const propose = async (portal: Portal, { code }: Named) => {
  const student = await createTestUser(portal);
  const input = { query: { cohort: code }, body: buildProposal([student]) };
  return { student, input };
};
const readCohort = async (portal: Portal, code: string) =>
  getItemAt(
    (await portal.admin.call(listCohorts)).cohorts.filter((cohort) => cohort.code === code),
    0,
  );

/** Each function prepares a cohort in which students must not propose. */
const closedToStudents: Record<string, (portal: Portal) => Promise<Named>> = {
  'a new cohort that is not current': (portal) => addTestCohort(portal),
  'a former current cohort': async (portal) => {
    const { current } = portal.content;
    await addTestCohort(portal, { makeCurrent: true });
    return current;
  },
  'a cohort that an admin closed for proposals again': async (portal) =>
    setTakesProposals(portal, await setTakesProposals(portal, await addTestCohort(portal)), false),
  'a closed cohort': async (portal) => {
    const cohort = await setTakesProposals(portal, await addTestCohort(portal));
    return (await portal.admin.call(closeCohort, inputFor(cohort))).cohort;
  },
  'a cohort that was open for proposals before it was closed and reopened': async (portal) => {
    const cohort = await setTakesProposals(portal, await addTestCohort(portal));
    const closed = await portal.admin.call(closeCohort, inputFor(cohort));
    return (await portal.admin.call(reopenCohort, inputFor(closed.cohort))).cohort;
  },
};

describe('a student’s proposal', () => {
  test.for(Object.entries(closedToStudents))(
    'is rejected with the cohorts that are open for proposals: %s',
    async ([_, prepare], { portal }) => {
      const cohort = await prepare(portal);
      const { name } = await readCohort(portal, cohort.code);
      const { student, input } = await propose(portal, cohort);
      const refusal = await expectRefusal(portal, student.caller, submitProposal, input);
      expect(refusal).toMatchObject({ status: 409, code: 'cohort-closed' });
      expect(refusal.message).toBe(
        `${name} isn’t open for proposals. Open now: ${portal.content.current.name}. Reload the page and submit your proposal there; your draft is kept.`,
      );
    },
  );

  test('is accepted in a cohort that an admin opened for proposals, and gets the same reply if it is repeated later', async ({
    portal,
  }) => {
    const cohort = await setTakesProposals(portal, await addTestCohort(portal));
    const { student, input } = await propose(portal, cohort);
    const made = await student.caller.call(submitProposal, input);
    expect(made.fypGroupName).toContain(cohort.code);
    await setTakesProposals(portal, cohort, false);
    expect(await student.caller.call(submitProposal, input)).toEqual(made);
  });
});

test('the current cohort is always open for proposals', async ({ portal }) => {
  const cohort = await readCohort(portal, portal.content.current.code);
  expect(cohort.takesProposals).toBe(true);
  const { params, body } = inputFor(cohort);
  const input = { params, body: { ...body, takesProposals: false } };
  const refusal = await expectRefusal(portal, portal.admin, updateCohort, input);
  expect(refusal).toMatchObject({ status: 400, code: 'invalid' });
});

test('only a proposal lets a student choose the cohort of a write', () => {
  const choosing = endpoints.filter(({ endpoint: { method, access, query, body } }) => {
    const shapes = [query, body].map((schema) => (schema && 'shape' in schema ? schema.shape : {}));
    const mayChoose = shapes.some((shape) => 'cohort' in (shape as object));
    return method !== 'GET' && mayChoose && access !== 'public' && access.includes('student');
  });
  expect(choosing.map(({ name }) => name)).toEqual(['submitProposal']);
});
