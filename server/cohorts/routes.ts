import * as contract from '#contract/settings/cohorts.ts';
import { feature } from '#server/http/feature.ts';
import { addCohort } from './add-cohort.ts';
import { closeCohort, reopenCohort } from './close-cohort.ts';
import { cohortsDeskParts } from './desk.ts';
import { listCohorts } from './list-cohorts.ts';
import { findOpenWork } from './open-work.ts';
import { updateCohort } from './update-cohort.ts';

export const cohortsFeature = feature({
  name: 'cohorts',
  contract,
  desk: cohortsDeskParts,
  handlers: {
    listCohorts: ({ services, caller }) => listCohorts(services, caller),
    addCohort: ({ services, caller, body }) => addCohort(services, caller, body),
    updateCohort: ({ services, caller, params, body }) =>
      updateCohort(services, caller, params.cohortId, body),
    closeCohort: ({ services, caller, params, body }) =>
      closeCohort(services, caller, params.cohortId, body),
    findOpenWork: ({ services, caller, params }) => findOpenWork(services, caller, params.cohortId),
    reopenCohort: ({ services, caller, params, body }) =>
      reopenCohort(services, caller, params.cohortId, body.version),
  },
});
