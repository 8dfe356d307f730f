import type { DraftEntry } from '#contract/drafts.ts';
import type { CopyState } from './draft-store.ts';

/** A browser's copy of a draft. `text` is the current input as JSON, or undefined if nothing is unsaved. */
export type DraftCopy = { text: string | undefined; state: CopyState };

/**
 * Decides what to do when a form opens. `entry` is the draft on the server.
 *   save    store the browser's input on the server     forget  the form was saved or discarded on another device
 *   read    read the draft of another copy
 */
export function decideOnOpening(
  { text, state }: DraftCopy,
  entry: DraftEntry | undefined,
): 'nothing' | 'save' | 'forget' | 'read' {
  const isUnsaved = text !== undefined && !state.isStored;
  if (!entry) {
    if (state.isStored) return 'forget';
    return isUnsaved ? 'save' : 'nothing';
  }
  if (!isKnown(state, entry)) return 'read';
  return isUnsaved ? 'save' : 'nothing';
}

/** Returns true if the browser's input is at least as new as the draft on the server. */
const isKnown = ({ copyId, seenAt }: CopyState, entry: DraftEntry) =>
  entry.copyId === copyId || entry.savedAt === seenAt;

/**
 * Decides what to do with the draft of another copy.
 *   adopt  it equals the input       show  replace the input, which the server has stored
 *   ask    the input is not stored
 */
export function decideAfterReading(
  { text, state }: DraftCopy,
  draft: { value: string },
): 'adopt' | 'show' | 'ask' {
  if (draft.value === text) return 'adopt';
  return text === undefined || state.isStored ? 'show' : 'ask';
}
