import { invalidateEndpoints } from '#client/api/queries.ts';
import { findCategories } from '#contract/categories.ts';
import { listCohorts } from '#contract/cohorts.ts';
import { findHome } from '#contract/content.ts';
import { findCourses } from '#contract/courses.ts';
import { findDevelopers } from '#contract/developers.ts';
import { findChoices } from '#contract/proposals.ts';
import { getSetting, listSettingVersions } from '#contract/settings.ts';

export const invalidateSettings = () =>
  invalidateEndpoints(
    getSetting,
    listSettingVersions,
    listCohorts,
    findHome,
    findChoices,
    findCourses,
    findCategories,
    findDevelopers,
  );
