import { Box, Burger, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { Link, NavLink, useLocation, useNavigation } from 'react-router';
import { useMenuLabels, useModules } from '#client/api/portal.ts';
import { type Session, useSession } from '#client/api/session/session.ts';
import { getPageLabel, type Page } from '#client/feature.ts';
import { Brand } from '#client/layout/brand.tsx';
import { lazyExtra, loadWhenIdle } from '#client/layout/lazy-part.tsx';
import frame from '#client/layout/page-layout.module.css';
import { ColourSchemeButton } from '#client/layout/scheme-button.tsx';
import { listNavigationPages } from '#client/route-table.ts';
import { paths } from '#contract/paths.ts';
import classes from './nav-bar.module.css';
import { UserButtonContent, userButtonProps } from './user-face.tsx';

// Only logged-in users need this code.
const NoticeBell = lazyExtra(
  loadWhenIdle(async () => (await import('./notice-bell.tsx')).NoticeBell),
);
const SearchButton = lazyExtra(
  loadWhenIdle(async () => (await import('./search-button.tsx')).SearchButton),
);
const UserMenu = lazyExtra(loadWhenIdle(async () => (await import('./user-menu.tsx')).UserMenu));
const NavDrawer = lazyExtra(loadWhenIdle(async () => (await import('./nav-drawer.tsx')).NavDrawer));

/** Visitors see Signup and Login, logged-in users their role's links (spec 2) and the account menu. */
export function NavBar() {
  const session = useSession();
  const isLoading = useNavigation().state === 'loading';
  const modules = useModules();
  const labels = useMenuLabels();
  const links = session ? listNavigationPages(session.role, modules) : [];
  return (
    <header className={`sticky ${classes.bar}`} data-no-print>
      <Group className={`${frame.inner} ${classes.inner}`} h="4rem" wrap="nowrap">
        <Brand />
        {session && (
          <Group
            component="nav"
            aria-label="Main"
            gap="0.25rem"
            mr="0.5rem"
            visibleFrom="nav"
            align="stretch"
            style={{ alignSelf: 'stretch' }}
          >
            {links.map((page) => (
              <NavLink key={page.path} to={page.path} end className={classes.link}>
                {getPageLabel(page, labels)}
              </NavLink>
            ))}
          </Group>
        )}
        {/* A gap in px, because large text leaves no room for a larger one on a phone. */}
        <Group gap="6px" flex="none" wrap="nowrap">
          {session && (
            <Box w={36} h={36} flex="none">
              <Suspense>
                <SearchButton session={session} />
              </Suspense>
            </Box>
          )}
          {session && <ColourSchemeButton />}
          {session && (
            <Box w={36} h={36} flex="none">
              <Suspense>
                <NoticeBell />
              </Suspense>
            </Box>
          )}
          {session ? <Account session={session} links={links} /> : <LoginLinks />}
        </Group>
      </Group>
      <div className={classes.progress} data-loading={isLoading || undefined} />
    </header>
  );
}

/** In a narrow window, a burger button opens a drawer with the menu and the links. */
function Account({ session, links }: { session: Session; links: readonly Page[] }) {
  const [opened, drawer] = useDisclosure(false);
  const face = (
    <Group {...userButtonProps}>
      <UserButtonContent name={session.name} />
    </Group>
  );
  return (
    <>
      <Box visibleFrom="nav">
        <Suspense fallback={face}>
          <UserMenu session={session} />
        </Suspense>
      </Box>
      <Burger
        hiddenFrom="nav"
        opened={opened}
        onClick={drawer.toggle}
        aria-label="Menu"
        aria-expanded={opened}
        size="sm"
      />
      <Suspense>
        <NavDrawer opened={opened} onClose={drawer.close} session={session} links={links} />
      </Suspense>
    </>
  );
}

function LoginLinks() {
  const { state } = useLocation();
  return (
    <nav aria-label="Main" className={classes.entry}>
      <Button component={Link} to={paths.signup} variant="default">
        Signup
      </Button>
      {/* The state contains the page to return to after login. */}
      <Button component={Link} to={paths.login} state={state}>
        Login
      </Button>
    </nav>
  );
}
