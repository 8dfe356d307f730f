import { invalidateEndpoints } from '#client/api/queries.ts';
import { findCategories } from '#contract/settings/categories.ts';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { findHome } from '#contract/settings/content.ts';
import { findCourses } from '#contract/settings/courses.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { getSetting, listSettingVersions } from '#contract/settings/settings.ts';
import { findChoices } from '#contract/students/proposals.ts';

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
