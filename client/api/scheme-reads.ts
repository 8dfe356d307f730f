import { listCohorts } from '#contract/cohorts.ts';
import { findHome } from '#contract/content.ts';

/** The replies that carry marking schemes, to be read again once a scheme has changed. */
export const schemeReads = [findHome, listCohorts] as const;
