import { listCohorts } from '#contract/cohorts.ts';
import { findHome } from '#contract/content.ts';

/** Endpoints to invalidate when a marking scheme changes. */
export const markingSchemeEndpoints = [findHome, listCohorts] as const;
