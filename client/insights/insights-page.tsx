import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { useSession } from '#client/api/session/session.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { useLightPrintTheme } from '#client/ui/print/use-light-print.ts';
import { findInsightChoices } from '#contract/insights.ts';
import { Insights } from './insights.tsx';

/** Does not prefetch the charts' data: the queries read all marks, and the user may never open the page. */
export const getPrefetchRequests: GetPrefetchRequests = () => [
  createPrefetchRequest(findInsightChoices),
];

export function Component() {
  const isAdmin = useSession()?.role === 'admin';
  useLightPrintTheme();
  return (
    <>
      <PageHeader
        title="Insights"
        description={
          isAdmin
            ? 'Submissions, marks and the work of supervisors, across all groups.'
            : 'Submissions and marks of the groups that you supervise.'
        }
      />
      <Insights isAdmin={isAdmin} />
    </>
  );
}
