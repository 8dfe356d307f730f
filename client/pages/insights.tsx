import { type FirstReads, first } from '#client/api/first-reads.ts';
import { useSession } from '#client/api/session.ts';
import { Insights } from '#client/insights/insights.tsx';
import { StaffLinks } from '#client/layout/staff-links.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { useLightPrint } from '#client/ui/print/use-light-print.ts';
import { findInsightChoices } from '#contract/insights.ts';

/** Not the charts: what they are narrowed by is in the address, and a link that is not pressed shall not count marks. */
export const firstReads: FirstReads = () => [first(findInsightChoices)];

export function Component() {
  const isAdmin = useSession()?.role === 'admin';
  useLightPrint();
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
      <Insights isAdmin={isAdmin} />
    </>
  );
}
