import { openPortal } from '#server/test/portal.ts';
import { addMatrixFixture } from './actors.ts';

export async function openMatrixFixture() {
  const { portal, close } = await openPortal();
  return { ...(await addMatrixFixture(portal)), close };
}
