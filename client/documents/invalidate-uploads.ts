import { invalidateEndpoints } from '#client/api/queries.ts';
import { findDesk } from '#contract/desk.ts';
import { findGroup } from '#contract/groups.ts';
import { getSimilarity } from '#contract/similarity.ts';
import { findCertificates } from '#contract/students/certificates.ts';
import { listSubmissions } from '#contract/submissions.ts';

/** Refetches what a student's upload changes. */
export const invalidateUploads = () =>
  invalidateEndpoints(findDesk, findGroup, listSubmissions, findCertificates, getSimilarity);
