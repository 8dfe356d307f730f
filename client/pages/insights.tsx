import { lazy, Suspense } from 'react';
import { useSession } from '#client/api/session.ts';
import { StaffLinks } from '#client/layout/staff-links.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';

/** The library of charts is larger than a page: the heading does not wait for it. */
const Insights = lazy(async () => {
  const { Insights: loaded } = await import('#client/insights/insights.tsx');
  return { default: loaded };
});

export function Component() {
  const isAdmin = useSession()?.role === 'admin';
  return (
    <>
      <PageHeader
        title="Insights"
        description={
          isAdmin
            ? 'Submissions, marks and the work of supervisors, across all groups.'
            : 'Submissions and marks of the groups that you supervise.'
        }
        actions={<StaffLinks />}
      />
      <Suspense fallback={<LoadingCards cards={3} height={300} label="Loading the charts…" />}>
        <Insights isAdmin={isAdmin} />
      </Suspense>
    </>
  );
}
