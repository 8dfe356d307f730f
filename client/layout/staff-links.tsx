import { Anchor, Group } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useSession } from '#client/api/session.ts';
import { pages } from '#client/route-table.ts';
import { mayAccess } from '#contract/endpoint.ts';

/** Pages that the navigation bar of the specification does not contain. */
const staffPages = ['desk', 'board', 'certificates', 'insights', 'announcements'] as const;

export function StaffLinks() {
  const role = useSession()?.role;
  const { pathname } = useLocation();
  const links = staffPages
    .map((key) => pages[key])
    .filter(({ path, access }) => path !== pathname && mayAccess(access, role));
  return (
    <Group component="nav" aria-label="Staff pages" gap="0.25rem 1rem" data-no-print>
      {links.map(({ path, label }) => (
        <Anchor key={path} component={Link} to={path}>
          {label}
        </Anchor>
      ))}
    </Group>
  );
}
