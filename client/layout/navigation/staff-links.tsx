import { Anchor, Group } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useSession } from '#client/api/session/session.ts';
import { listOrderedPages } from '#client/route-table.ts';
import { mayAccess } from '#contract/endpoint.ts';

const staffPages = listOrderedPages(({ staffLink }) => staffLink);

export function StaffLinks() {
  const role = useSession()?.role;
  const { pathname } = useLocation();
  const links = staffPages.filter(
    ({ path, access }) => path !== pathname && mayAccess(access, role),
  );
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
