import { openPortal } from '#server/test/portal.ts';
import { addMatrixFixture } from './actors.ts';

/** Opens a portal with the accounts and records of the access matrix. */
export async function openMatrixFixture() {
  const { portal, close } = await openPortal();
  return { ...(await addMatrixFixture(portal)), close };
}
