import * as contract from '#contract/students/reviews.ts';
import { feature } from '#server/http/feature.ts';
import { decideReview } from './decide-review.ts';
import { reviewsDeskParts } from './desk.ts';
import { reviewEmailSamples } from './email-samples.ts';
import { listOwnReviews } from './own-reviews.ts';
import { listReviews } from './read-reviews.ts';
import { requestReview } from './request-review.ts';

export const reviewsFeature = feature({
  name: 'reviews',
  contract,
  desk: reviewsDeskParts,
  emailSamples: reviewEmailSamples,
  handlers: {
    listOwnReviews: ({ services, caller, params }) =>
      listOwnReviews(services, caller, params.groupId),
    requestReview: ({ services, caller, params, body }) =>
      requestReview(services, caller, params.groupId, body),
    listReviews: ({ services, caller }) => listReviews(services, caller),
    decideReview: ({ services, caller, params, body }) =>
      decideReview(services, caller, params.reviewId, body),
  },
});
