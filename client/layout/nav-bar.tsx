import { Box, Burger, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { Link, NavLink, useLocation, useNavigation } from 'react-router';
import { type Session, useSession } from '#client/api/session.ts';
import { navigation, type Page, pages, paths } from '#client/paths.ts';
import { Brand } from './brand.tsx';
import { afterPage, lazyPart } from './lazy-part.ts';
import classes from './nav-bar.module.css';
import frame from './page-layout.module.css';
import { SchemeButton } from './scheme-button.tsx';
import { UserFace } from './user-face.tsx';

/** Menu and drawer bring much code along, which a visitor of the home page does not need. */
/** The number comes after the page, in a place that is kept free for it. */
const NoticeBell = lazyPart(afterPage(async () => (await import('./notice-bell.tsx')).NoticeBell));
const UserMenu = lazyPart(afterPage(async () => (await import('./user-menu.tsx')).UserMenu));
const NavDrawer = lazyPart(afterPage(async () => (await import('./nav-drawer.tsx')).NavDrawer));

/** Signed out: Signup and Login; signed in: the links of one's role (spec 2), and the account. */
export function NavBar() {
  const session = useSession();
  const isLoading = useNavigation().state === 'loading';
  const links = session ? navigation[session.role].map((key) => pages[key]) : [];
  return (
    <header className={classes.bar} data-no-print>
      <Group className={`${frame.inner} ${classes.inner}`} h="4rem" wrap="nowrap">
        <Brand />
        {session && (
          <Group
            component="nav"
            aria-label="Main"
            gap="0.25rem"
            mr="0.5rem"
            visibleFrom="nav"
            className={classes.links}
          >
            {links.map(({ path, label }) => (
              <NavLink key={path} to={path} end className={classes.link}>
                {label}
              </NavLink>
            ))}
          </Group>
        )}
        <Group gap="xs" flex="none" wrap="nowrap">
          {session && <SchemeButton />}
          {session && (
            <Box w={36} h={36} flex="none">
              <Suspense>
                <NoticeBell />
              </Suspense>
            </Box>
          )}
          {session ? <Account session={session} links={links} /> : <Entry />}
        </Group>
      </Group>
      <div className={classes.progress} data-loading={isLoading || undefined} />
    </header>
  );
}

/** The account's menu; in a narrow window a burger, which opens menu and links in a drawer. */
function Account({ session, links }: { session: Session; links: readonly Page[] }) {
  const [opened, drawer] = useDisclosure(false);
  const face = (
    <div className={classes.userButton}>
      <UserFace name={session.name} />
    </div>
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

function Entry() {
  const { state } = useLocation();
  return (
    <nav aria-label="Main" className={classes.entry}>
      <Button component={Link} to={paths.signup} variant="default">
        Signup
      </Button>
      {/* The state keeps the page to go on to, also while one moves between the two. */}
      <Button component={Link} to={paths.login} state={state}>
        Login
      </Button>
    </nav>
  );
}
