import { openPortal } from '#server/test/portal.ts';
import { addWorld } from './actors.ts';

/** A world in a portal of its own. */
export async function openWorld() {
  const { portal, close } = await openPortal();
  return { ...(await addWorld(portal)), close };
}
