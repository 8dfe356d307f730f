import { useSearchParams } from 'react-router';
import { useSession } from '#client/api/session/session.ts';
import type { BoardViewSection, MilestoneGroupSection } from '#client/feature.ts';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { renderSections, sortSections } from '#client/layout/sections.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Board } from './board.tsx';
import { GroupDrawer } from './group-drawer.tsx';

const views = sortSections<BoardViewSection>(
  import.meta.glob('../*/board-view-section.tsx', { eager: true, import: 'pageSections' }),
);
const fileSections = sortSections<MilestoneGroupSection>(
  import.meta.glob('../*/milestone-group-section.tsx', { eager: true, import: 'pageSections' }),
);

export function Component() {
  const isAdmin = useSession()?.role === 'admin';
  const [params] = useSearchParams();
  for (const { parameter, Component: View } of views) {
    const value = params.get(parameter);
    if (value)
      return (
        <View value={value} renderFiles={(context) => renderSections(fileSections, context)} />
      );
  }
  return (
    <>
      <PageHeader
        title="Board"
        mb="md"
        description={isAdmin ? undefined : 'The groups that you supervise or examine.'}
      />
      <CohortSwitch />
      <Board
        isAdmin={isAdmin}
        groupBeside={(row, onClose) => (
          <GroupDrawer row={row} onClose={onClose} isAdmin={isAdmin} />
        )}
      />
    </>
  );
}
