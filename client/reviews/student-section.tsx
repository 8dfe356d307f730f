import type { StudentSection } from '#client/feature.ts';
import { OwnReviews } from './own-reviews.tsx';

export const pageSections: readonly StudentSection[] = [
  {
    order: 35,
    Component: ({ group, hasReviews }) =>
      group &&
      hasReviews && (
        <div data-no-print id="reviews">
          <OwnReviews groupId={group._id} />
        </div>
      ),
  },
];
