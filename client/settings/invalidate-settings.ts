import { invalidate } from '#client/api/queries.ts';
import { listCohorts } from '#contract/cohorts.ts';
import { findCategories, findCourses, findDevelopers, findHome } from '#contract/content.ts';
import { findChoices } from '#contract/proposals.ts';
import { getSetting, listSettingVersions } from '#contract/settings.ts';

/** After a save: what the forms and the pages read. */
export const invalidateSettings = () =>
  invalidate(
    getSetting,
    listSettingVersions,
    listCohorts,
    findHome,
    findChoices,
    findCourses,
    findCategories,
    findDevelopers,
  );
