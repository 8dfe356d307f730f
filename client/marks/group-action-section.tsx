import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '#client/api/session/session.ts';
import type { GroupActionSection } from '#client/feature.ts';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';

function MarksLink({ groupId }: { groupId: string }) {
  const isStudent = useSession()?.role === 'student';
  return (
    <Anchor component={Link} to={isStudent ? paths.students : links.groupMarks(groupId)}>
      Marks
    </Anchor>
  );
}

export const pageSections: readonly GroupActionSection[] = [
  { order: 10, Component: ({ group }) => group && <MarksLink groupId={group._id} /> },
];
