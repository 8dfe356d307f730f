import { listCohorts } from '#contract/cohorts.ts';
import { findHome } from '#contract/content.ts';

/** Endpoints whose replies contain marking schemes. Their cached replies are invalidated when a scheme changes. */
export const schemeEndpoints = [findHome, listCohorts] as const;
