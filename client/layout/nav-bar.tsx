import { Burger, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { Link, NavLink, useLocation, useNavigation } from 'react-router';
import { useSession } from '#client/api/session.ts';
import { navigation, pages, paths } from '#client/paths.ts';
import { Brand } from './brand.tsx';
import { afterPage, lazyPart } from './lazy-part.ts';
import classes from './nav-bar.module.css';
import { SchemeButton } from './scheme-button.tsx';
import { UserFace } from './user-face.tsx';

/** Menu and drawer bring much code along, which a visitor of the home page does not need. */
const UserMenu = lazyPart(afterPage(async () => (await import('./user-menu.tsx')).UserMenu));
const NavDrawer = lazyPart(afterPage(async () => (await import('./nav-drawer.tsx')).NavDrawer));

/** Signed out: Signup and Login; signed in: the links of one's role (spec 2), and oneself. */
export function NavBar() {
  const session = useSession();
  const location = useLocation();
  const isLoading = useNavigation().state === 'loading';
  const [opened, drawer] = useDisclosure(false);
  const links = session ? navigation[session.role].map((key) => pages[key]) : [];

  return (
    <header className={classes.bar} data-no-print>
      <div className={classes.inner}>
        <Brand />
        {session && (
          <nav aria-label="Main" className={classes.links}>
            {links.map(({ path, label }) => (
              <NavLink key={path} to={path} end className={classes.link}>
                {label}
              </NavLink>
            ))}
          </nav>
        )}
        <div className={classes.end}>
          <SchemeButton />
          {session ? (
            <>
              <div className={classes.wide}>
                <Suspense
                  fallback={
                    <div className={classes.userButton}>
                      <UserFace name={session.name} />
                    </div>
                  }
                >
                  <UserMenu session={session} />
                </Suspense>
              </div>
              <Burger
                className={classes.narrow}
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
          ) : (
            <nav aria-label="Main" className={classes.entry}>
              <Button component={Link} to={paths.signup} variant="default">
                Signup
              </Button>
              {/* Where one wanted to go stays known while one moves between the two. */}
              <Button component={Link} to={paths.login} state={location.state}>
                Login
              </Button>
            </nav>
          )}
        </div>
      </div>
      <div className={classes.progress} data-loading={isLoading || undefined} />
    </header>
  );
}
