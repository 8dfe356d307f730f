import { Drawer, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useRead } from '#client/api/use-read.ts';
import type { DrawerGroupSection, DrawerSection } from '#client/feature.ts';
import { renderSections, sortSections } from '#client/layout/sections.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { BoardRow } from '#contract/board.ts';
import { findGroup } from '#contract/groups.ts';

const sections = sortSections<DrawerSection>(
  import.meta.glob('../*/drawer-section.tsx', { eager: true, import: 'pageSections' }),
);
const groupSections = sortSections<DrawerGroupSection>(
  import.meta.glob('../*/drawer-group-section.tsx', { eager: true, import: 'pageSections' }),
);
const sectionsAbove = sections.filter(({ isAboveGroup }) => isAboveGroup);
const sectionsBelow = sections.filter(({ isAboveGroup }) => !isAboveGroup);

type GroupDrawerProps = { row: BoardRow | undefined; onClose: () => void; isAdmin: boolean };

export function GroupDrawer({ row, onClose, isAdmin }: GroupDrawerProps) {
  const shown = useLastDefined(row);
  // Escape closes the dialog that opens above the drawer, and not the drawer as well.
  const [params] = useSearchParams();
  const hasDialog = params.has('edit') || params.has('people');
  return (
    <Drawer
      opened={row !== undefined}
      onClose={onClose}
      closeOnEscape={!hasDialog}
      position="right"
      size="32rem"
      title={shown?.fypGroupName ?? ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown && <GroupFacts key={shown._id} row={shown} isAdmin={isAdmin} />}
    </Drawer>
  );
}

function GroupFacts(context: { row: BoardRow; isAdmin: boolean }) {
  const { code } = useCohort();
  const input = { params: { email: context.row.email }, ...(code && { query: { cohort: code } }) };
  const read = useRead(findGroup, input, {
    failure: 'Couldn’t load the group',
    // The input contains the email of the first member, who may leave.
    keepsPrevious: true,
  });
  return (
    <Stack gap="lg">
      {renderSections(sectionsAbove, context)}
      <Loaded read={read} loading={<LoadingLines lines={8} label="Loading the group…" />}>
        {({ group }) => renderSections(groupSections, { group })}
      </Loaded>
      {renderSections(sectionsBelow, context)}
    </Stack>
  );
}
