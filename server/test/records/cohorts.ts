import type { EndpointInput } from '#contract/endpoint.ts';
import { addCohort, type Cohort, updateCohort } from '#contract/settings/cohorts.ts';
import { updateCohortRow } from '#server/content/write-settings.ts';
import type { Portal } from '#server/test/portal.ts';

/** Closes the current cohort directly in the database, because the portal closes only cohorts that are not current. */
export const closeCurrentCohort = ({ db, clock, content }: Portal) =>
  updateCohortRow(db, content.current._id, { closed_at: clock().toISOString() });

/** Builds the input that creates the cohort 2028 as a copy of the current cohort, with one deadline. */
export const buildCohortInput = (
  { content }: Portal,
  changes: Partial<EndpointInput<typeof addCohort>['body']> = {},
) => ({
  body: {
    name: 'Next session',
    code: '2028',
    from: content.current._id,
    deadlines: [{ title: 'Proposal', due: '2027-09-25 23:00' }],
    ...changes,
  },
});

export const addTestCohort = async (
  portal: Portal,
  changes?: Parameters<typeof buildCohortInput>[1],
) => (await portal.admin.call(addCohort, buildCohortInput(portal, changes))).cohort;

/** Opens a cohort for proposals although another one is current, or closes it for proposals again. */
export async function setTakesProposals(
  { admin }: Pick<Portal, 'admin'>,
  { _id: cohortId, version }: Pick<Cohort, '_id' | 'version'>,
  takesProposals = true,
): Promise<Cohort> {
  const input = { params: { cohortId }, body: { version, takesProposals } };
  return (await admin.call(updateCohort, input)).cohort;
}
