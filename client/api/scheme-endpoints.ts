import { listCohorts } from '#contract/settings/cohorts.ts';
import { findHome } from '#contract/settings/content.ts';

/** Endpoints to invalidate when a marking scheme changes. */
export const markingSchemeEndpoints = [findHome, listCohorts] as const;
