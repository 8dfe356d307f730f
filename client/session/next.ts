import { paths } from '#client/paths.ts';

/** Where to go after logging in: the page that the guard turned away from, else home; never another site. */
export function nextOf(state: unknown): string {
  const next =
    typeof state === 'object' && state !== null && 'next' in state ? state.next : undefined;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : paths.home;
}

/** The email that a page before has handed to the login form. */
export function emailOf(state: unknown): string {
  const email =
    typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined;
  return typeof email === 'string' ? email : '';
}

/** Whether the signup before waits to be confirmed. */
export function mustConfirmOf(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'mustConfirm' in state &&
    state.mustConfirm === true
  );
}
