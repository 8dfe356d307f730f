import { addCohort, closeCohort } from '#contract/settings/cohorts.ts';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  getAdminCaller,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';

let codes = 0;

function newCohort({ portal }: MatrixFixture) {
  codes += 1;
  const deadlines = [{ title: 'Proposal', due: '2028-09-25 23:00' }];
  const from = portal.content.current._id;
  return { name: `Session ${codes}`, code: `X${codes}`, from, deadlines };
}

const buildRequest =
  (isClosed: boolean): MatrixRequestBuilder =>
  async (fixture, _actor, target) => {
    const admin = getAdminCaller(fixture);
    let { cohort } = await admin.call(addCohort, { body: newCohort(fixture) });
    const of = () => ({ params: { cohortId: cohort._id }, body: { version: cohort.version } });
    if (isClosed) ({ cohort } = await admin.call(closeCohort, of()));
    const cohortId = { unknown: unknownId, malformed: '1' }[target] ?? cohort._id;
    return { params: { cohortId }, body: { ...of().body, name: `Renamed ${codes}` } };
  };

const rows = { own: '200!', unknown: '404', malformed: '400' };

export const accessMatrix: AccessMatrix = {
  addCohort: {
    repeat: ['name-taken'],
    rows: { '-': '201!', unknown: '404', malformed: '400' },
    buildRequest: (fixture, _actor, target) => {
      const body = newCohort(fixture);
      if (target === 'unknown') return { body: { ...body, from: unknownId } };
      return { body: target === 'malformed' ? { ...body, code: 'a code' } : body };
    },
  },
  updateCohort: {
    repeat: ['stale-version', 'cohort-closed'],
    rows,
    buildRequest: buildRequest(false),
  },
  closeCohort: {
    repeat: ['stale-version', 'cohort-closed'],
    rows,
    buildRequest: buildRequest(false),
  },
  findOpenWork: {
    rows: { own: '200', unknown: '404', malformed: '400' },
    buildRequest: ({ portal }, _actor, target) => {
      const cohortId = { unknown: unknownId, malformed: '1' }[target];
      return { params: { cohortId: cohortId ?? portal.content.current._id } };
    },
  },
  reopenCohort: {
    repeat: ['stale-version', 'cohort-closed'],
    rows,
    buildRequest: buildRequest(true),
  },
};
