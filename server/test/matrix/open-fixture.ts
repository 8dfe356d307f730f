import { openPortal } from '#server/test/portal.ts';
import { defineTestOutcomes } from '#server/test/records/outcomes.ts';
import { addMatrixFixture } from './actors.ts';

export async function openMatrixFixture() {
  const { portal, close } = await openPortal();
  // Without outcomes, requests about them would read no marks.
  await defineTestOutcomes(portal);
  return { ...(await addMatrixFixture(portal)), close };
}
