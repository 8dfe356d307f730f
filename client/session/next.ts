import { paths } from '#client/paths.ts';

/** Returns the path to open after the login: the page that required it, else home. Never returns another site's URL. */
export function nextOf(state: unknown): string {
  const next =
    typeof state === 'object' && state !== null && 'next' in state ? state.next : undefined;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : paths.home;
}

/** Returns the email that the previous page passed to the login form. */
export function emailOf(state: unknown): string {
  const email =
    typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined;
  return typeof email === 'string' ? email : '';
}

/** Returns true if the new account must be confirmed. */
export function mustConfirmOf(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'mustConfirm' in state &&
    state.mustConfirm === true
  );
}
