import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { useSession } from '#client/api/session/session.ts';
import type { Page } from '#client/feature.ts';
import { decideAccess, findPage, listNavigationPages } from '#client/route-table.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { paths } from '#contract/paths.ts';
import type { Role } from '#contract/values/roles.ts';

const roleNames: Record<Role, string> = {
  admin: 'admins',
  faculty: 'faculty',
  student: 'students',
};

function formatAudience({ access }: Page): string {
  const roles = access === 'public' ? [] : access.map((role) => roleNames[role]);
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(roles);
}

function AccessRefused({ page, role }: { page: Page; role: Role }) {
  const open = listNavigationPages(role).filter(({ path }) => path !== paths.home);
  return (
    <>
      <PageHeader title="Access refused" />
      <EmptyState
        drawing="lock"
        title={`“${page.label}” is for ${formatAudience(page)}`}
        action={
          <Group justify="center" gap="sm">
            {open.map(({ path, label }) => (
              <Button key={path} component={Link} to={path} variant="default">
                {label}
              </Button>
            ))}
          </Group>
        }
      >
        You are logged in with the role {role}. These pages are open to you:
      </EmptyState>
    </>
  );
}

/** Hides the page from roles that may not access it. The server also checks access. */
export function RouteGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const page = findPage(pathname);
  if (!page) return children;
  const decision = decideAccess(page, session?.role);
  if (decision === 'log-in') {
    return <Navigate to={paths.login} replace state={{ next: pathname + search + hash }} />;
  }
  return decision === 'refuse' && session ? (
    <AccessRefused page={page} role={session.role} />
  ) : (
    children
  );
}
