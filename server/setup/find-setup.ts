import type { DeskItem } from '#contract/desk.ts';
import { paths } from '#contract/paths.ts';
import type { Services } from '#server/services.ts';
import { listSetupSteps } from './list-steps.ts';
import { listUneditedTexts } from './neutral-texts.ts';
import { isSetupOver, readSetupState } from './read-state.ts';

export async function findSetup(services: Services) {
  const state = await readSetupState(services);
  const steps = listSetupSteps(state);
  const asksForTexts =
    !state.decisions.has('texts') && (await listUneditedTexts(services.db, services)).length > 0;
  const isOver = state.hasMarks || state.decisions.has('hidden');
  const isComplete = steps.every(({ isDone }) => isDone);
  return {
    steps,
    isShown: !isOver && (!isComplete || asksForTexts),
    asksForTexts,
  };
}

/** Returns the task that leads from the home page to the checklist. */
export async function findSetupTask(services: Services): Promise<DeskItem[]> {
  // Most portals are in use: do not read the state of every step for their desks.
  if (await isSetupOver(services.db)) return [];
  const { steps, isShown } = await findSetup(services);
  if (!isShown) return [];
  const done = steps.filter(({ isDone }) => isDone).length;
  const text = `Set up the portal: ${done} of ${steps.length} steps done.`;
  return [{ id: 'setup', text, to: paths.desk, isUrgent: false }];
}
