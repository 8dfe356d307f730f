import { Box } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { ListSection } from '#client/ui/list/list-section.tsx';
import { listPeopleChanges, undoHours } from '#contract/people.ts';
import { RecentPeopleChanges } from './recent-changes.tsx';

/** Lists recent changes of all groups in the admin panel, also of dissolved groups, which have no page. */
export function AdminRecentChanges() {
  const read = useRead(listPeopleChanges, {}, { failure: 'Couldn’t load the changes to people' });
  return (
    <Box mb="lg">
      <ListSection
        read={{ ...read, data: read.data?.changes }}
        title="Changes to people"
        description={`Changes in all groups in the last ${undoHours} hours. You can undo them here.`}
      >
        {(changes) => <RecentPeopleChanges changes={changes} />}
      </ListSection>
    </Box>
  );
}
