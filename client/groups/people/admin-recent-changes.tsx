import { Box } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { ListSection } from '#client/ui/list/list-section.tsx';
import { listPeopleChanges, undoHours } from '#contract/people.ts';
import { RecentPeopleChanges } from './recent-changes.tsx';

/** Lists recent changes of all groups in the admin panel, also of dissolved groups, which have no page. */
export function AdminRecentChanges() {
  const read = useRead(listPeopleChanges, {}, { failure: 'Couldn’t load the changes of people' });
  return (
    <Box mb="lg">
      <ListSection
        read={{ ...read, data: read.data?.changes }}
        title="Changes of people"
        description={`Changes of the last ${undoHours} hours in all groups. They can be undone here.`}
      >
        {(changes) => <RecentPeopleChanges changes={changes} />}
      </ListSection>
    </Box>
  );
}
