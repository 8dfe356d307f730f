import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { useMenuLabels, useModules } from '#client/api/portal.ts';
import { useSession } from '#client/api/session/session.ts';
import { getPageLabel, type Page } from '#client/feature.ts';
import { decideAccess, findPage, listNavigationPages } from '#client/route-table.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { paths } from '#contract/paths.ts';
import { formatModuleOff, type ModuleName } from '#contract/settings/modules.ts';
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
  const labels = useMenuLabels();
  const open = listNavigationPages(role, useModules()).filter(({ path }) => path !== paths.home);
  return (
    <>
      <PageHeader title="Access denied" />
      <EmptyState
        drawing="lock"
        title={`“${getPageLabel(page, labels)}” is for ${formatAudience(page)}`}
        action={
          <Group justify="center" gap="sm">
            {open.map((each) => (
              <Button key={each.path} component={Link} to={each.path} variant="default">
                {getPageLabel(each, labels)}
              </Button>
            ))}
          </Group>
        }
      >
        Your role is {role}. You can open these pages:
      </EmptyState>
    </>
  );
}

/** Shown instead of a page that belongs to a module which the department has switched off. */
function ModuleOff({ module, role }: { module: ModuleName; role: Role | undefined }) {
  const isAdmin = role === 'admin';
  return (
    <>
      <PageHeader title="Page not in use" />
      <EmptyState
        drawing="lock"
        title={formatModuleOff(module)}
        action={
          <Button
            component={Link}
            to={isAdmin ? paths.setting('modules') : paths.home}
            variant="default"
          >
            {isAdmin ? 'Choose modules' : 'Go to the home page'}
          </Button>
        }
      >
        {isAdmin
          ? 'Turn it on under Settings, Modules. Its data is kept.'
          : 'If you expected something here, contact the FYP office.'}
      </EmptyState>
    </>
  );
}

/** Hides the page from roles that may not access it. The server also checks access. */
export function RouteGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  const modules = useModules();
  const { pathname, search, hash } = useLocation();
  const page = findPage(pathname);
  if (!page) return children;
  const decision = decideAccess(page, session?.role, modules);
  if (decision === 'log-in') {
    return <Navigate to={paths.login} replace state={{ next: pathname + search + hash }} />;
  }
  if (decision === 'module-off' && page.module) {
    return <ModuleOff module={page.module} role={session?.role} />;
  }
  return decision === 'refuse' && session ? (
    <AccessRefused page={page} role={session.role} />
  ) : (
    children
  );
}
