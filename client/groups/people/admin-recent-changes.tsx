import { Box } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { listPeopleChanges, undoHours } from '#contract/people.ts';
import { RecentPeopleChanges } from './recent-changes.tsx';

/** Lists recent changes of all groups in the admin panel, also of dissolved groups, which have no page. */
export function AdminRecentChanges() {
  const { data } = useRead(listPeopleChanges, {}, { failure: '' });
  if (!data || data.changes.length === 0) return null;
  return (
    <Box mb="lg">
      <Section
        title="Changes of people"
        description={`Changes of the last ${undoHours} hours in all groups. They can be undone here.`}
      >
        <RecentPeopleChanges changes={data.changes} />
      </Section>
    </Box>
  );
}
