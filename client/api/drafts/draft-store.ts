import { z } from 'zod';
import { createBrowserStore } from '#client/api/session/browser-store.ts';
import { createRandomUuid } from '#contract/values/new-id.ts';

/** State of a browser's copy of a draft in relation to the draft on the server. */
const CopyState = z.object({
  /** Random id, by which the server recognises the copy. */
  copyId: z.string(),
  /** Time of the newest draft on the server that this copy is based on. */
  seenAt: z.string().optional(),
  /** True if the server has stored the current input. */
  isStored: z.boolean(),
});
export type CopyState = z.infer<typeof CopyState>;

export const createCopyState = (): CopyState => ({ copyId: createRandomUuid(), isStored: false });

/** Stores input of a form in the browser. `parse` returns undefined for an invalid value. */
export function createDraftStore<Value>(
  kind: 'local' | 'session',
  parse: (stored: unknown) => Value | undefined,
) {
  const values = createBrowserStore(kind, parse);
  const states = createBrowserStore(kind, (stored) => CopyState.safeParse(stored).data);
  // The state has an entry of its own, so that the values of earlier versions of the portal stay readable.
  const stateKey = (key: string) => `${key}:copy`;
  return {
    read: values.read,
    write: values.write,
    readState: (key: string) => states.read(stateKey(key)) ?? createCopyState(),
    writeState: (key: string, state: CopyState) => states.write(stateKey(key), state),
    remove(key: string) {
      values.remove(key);
      states.remove(stateKey(key));
    },
    parseText(text: string): Value | undefined {
      try {
        return parse(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
  };
}

export type DraftStore<Value> = ReturnType<typeof createDraftStore<Value>>;
