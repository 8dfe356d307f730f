import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { resolveRelogin, useIsReloginRequested } from '#client/api/connection/relogin.ts';
import { useIsModuleEnabled, useMenuLabels, usePortalName } from '#client/api/portal.ts';
import { useSession } from '#client/api/session/session.ts';
import { getPageTitle, type Page } from '#client/feature.ts';
import { findPage } from '#client/route-table.ts';
import { paths } from '#contract/paths.ts';
import { Footer } from './footer.tsx';
import { RouteGuard } from './guard.tsx';
import { lazyExtra, lazyPart, loadWhenIdle } from './lazy-part.tsx';
import { NavBar } from './navigation/nav-bar.tsx';
import classes from './page-layout.module.css';
import { StorageBanner } from './storage-banner.tsx';

/** If the login dialog's code fails to load, cancels the login: requests would otherwise wait forever. */
function NoLoginDialog() {
  const isAsked = useIsReloginRequested();
  useEffect(() => {
    if (isAsked) resolveRelogin('cancelled');
  }, [isAsked]);
  return null;
}

/** Loads the dialog in advance: an update of the portal may delete the code before the session expires. */
const LoginDialog = lazyPart(
  loadWhenIdle(async () => (await import('#client/session/login-dialog.tsx')).LoginDialog),
  NoLoginDialog,
);

const PasswordBanner = lazyExtra(
  async () => (await import('./password-banner.tsx')).OneTimePasswordBanner,
);

const Rail = lazyExtra(loadWhenIdle(async () => (await import('./navigation/rail.tsx')).Rail));

const Breadcrumb = lazyExtra(
  loadWhenIdle(async () => (await import('./navigation/breadcrumb.tsx')).Breadcrumb),
);

/** Focuses the heading after navigation, so that screen readers start there. */
function useHeadingFocus(pathname: string) {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const start =
      document.querySelector<HTMLElement>('[data-page-focus]') ??
      document.querySelector<HTMLElement>('[data-page-heading]');
    start?.focus({ preventScroll: true });
  }, [pathname]);
}

function PageTitle({ page }: { page: Page | undefined }) {
  const isInUse = useIsModuleEnabled(page?.module);
  const portalName = usePortalName();
  const labels = useMenuLabels();
  if (!page || page.path === paths.home) return <title>{portalName}</title>;
  const title = isInUse ? getPageTitle(page, labels) : 'Page not in use';
  return <title>{`${title} · ${portalName}`}</title>;
}

export function PageLayout() {
  const { pathname } = useLocation();
  const session = useSession();
  const page = findPage(pathname);
  const [hadOneTimePassword, setHadOneTimePassword] = useState(false);
  if (session?.passwordEndsAt && !hadOneTimePassword) setHadOneTimePassword(true);
  useHeadingFocus(pathname);

  return (
    <div className={classes.page} data-rail={session ? true : undefined}>
      <PageTitle page={page} />
      <button
        type="button"
        className={classes.skip}
        data-no-print
        onClick={() => document.getElementById('main')?.focus()}
      >
        Skip to content
      </button>
      <NavBar />
      {(session || page?.path === paths.login) && <StorageBanner />}
      {hadOneTimePassword && (
        <Suspense>
          <PasswordBanner endsAt={session?.passwordEndsAt} />
        </Suspense>
      )}
      <div className={classes.body}>
        {session && (
          <div className={classes.rail}>
            <Suspense>
              <Rail role={session.role} />
            </Suspense>
          </div>
        )}
        <main id="main" tabIndex={-1} className={classes.main}>
          {session && page?.isBelowPlace && (
            <div className={classes.crumb}>
              <Suspense>
                <Breadcrumb role={session.role} />
              </Suspense>
            </div>
          )}
          <RouteGuard>
            <Outlet />
          </RouteGuard>
        </main>
      </div>
      <Footer />
      {session && (
        <Suspense>
          <LoginDialog />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  );
}
