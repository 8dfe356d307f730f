import { paths } from '#contract/paths.ts';

/** Returns the path of the page or file that required the login, or the home page's. Ignores URLs of other sites. */
export function getPathAfterLogin(state: unknown, search = ''): string {
  const hasNext = typeof state === 'object' && state !== null && 'next' in state;
  const next = hasNext ? state.next : new URLSearchParams(search).get('next');
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : paths.home;
}

export function getEmailFromRouterState(state: unknown): string {
  const email =
    typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined;
  return typeof email === 'string' ? email : '';
}

export function asksForForgottenPassword(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'isForgotten' in state &&
    state.isForgotten === true
  );
}

export function mustConfirmEmail(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'mustConfirm' in state &&
    state.mustConfirm === true
  );
}
