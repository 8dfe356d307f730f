import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { DrawerSection } from '#client/feature.ts';
import { links } from '#contract/links.ts';

export const pageSections: readonly DrawerSection[] = [
  {
    order: 10,
    isAboveGroup: true,
    Component: ({ row }) => (
      <Group gap="md">
        <Anchor component={Link} to={links.groupMarks(row._id)}>
          Marks of this group
        </Anchor>
      </Group>
    ),
  },
];
