import { listCohorts } from '#contract/cohorts.ts';
import { findHome } from '#contract/content.ts';

/** Endpoints whose replies contain marking schemes. A change of a scheme invalidates them. */
export const schemeEndpoints = [findHome, listCohorts] as const;
