import type { Cohort } from '#contract/cohorts.ts';
import { type Ask, type Matrix, unknownId } from '#server/test/matrix/ask.ts';

let codes = 0;

const current = (target: string, cohort: Pick<Cohort, '_id' | 'version'>) => ({
  params: { cohortId: { unknown: unknownId, malformed: '1' }[target] ?? cohort._id },
  body: { version: cohort.version },
});

/** Asked of the current cohort, as which it cannot be closed. */
const askOfCurrent: Ask = async ({ portal }, _actor, target) => {
  await portal.content.refresh();
  return current(target, portal.content.current);
};

export const matrix: Matrix = {
  addCohort: {
    rows: { '-': '201!', unknown: '404', malformed: '400' },
    ask: ({ portal }, _actor, target) => {
      codes += 1;
      const deadlines = [{ title: 'Proposal', due: '2028-09-25 23:00' }];
      const from = target === 'unknown' ? unknownId : portal.content.current._id;
      const code = target === 'malformed' ? 'a code' : `X${codes}`;
      return { body: { name: `Session ${codes}`, code, from, deadlines } };
    },
  },
  updateCohort: { rows: { own: '200', unknown: '404', malformed: '400' }, ask: askOfCurrent },
  closeCohort: { rows: { own: '400', unknown: '404', malformed: '400' }, ask: askOfCurrent },
  reopenCohort: { rows: { own: '200', unknown: '404', malformed: '400' }, ask: askOfCurrent },
};
