import { listCohorts } from '#contract/cohorts.ts';
import { findHome } from '#contract/content.ts';

/** Endpoints whose replies contain marking schemes. Changing a scheme invalidates their cached replies. */
export const schemeEndpoints = [findHome, listCohorts] as const;
