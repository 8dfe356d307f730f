import { invalidateEndpoints } from '#client/api/queries.ts';
import { findCategories } from '#contract/settings/categories.ts';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { findHome } from '#contract/settings/content.ts';
import { findCourses } from '#contract/settings/courses.ts';
import { findDeadlineMoves } from '#contract/settings/deadline-moves.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { listRulePlaceholders } from '#contract/settings/rule-placeholders.ts';
import { getSetting, listSettingVersions } from '#contract/settings/settings.ts';
import { findSetup } from '#contract/setup.ts';
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
    listRulePlaceholders,
    findSetup,
    findDeadlineMoves,
  );
