import { send } from '#client/api/send.ts';
import { removeSession, startSession } from '#client/api/session.ts';
import { findSession } from '#contract/session.ts';
import { sessionOf } from './session-of.ts';

/**
 * Completes a session of which only the token is stored, with data from the server. Removes an expired token. Changes
 * nothing if the server is unreachable.
 */
export async function completeSession(token: string): Promise<void> {
  const { status, body } = await send(findSession, {}, token);
  if (status === 401) removeSession(localStorage);
  if (status !== 200) return;
  startSession(sessionOf({ ...findSession.reply.parse(body), token }));
}
