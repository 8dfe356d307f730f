import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import type { EntryInUse, EntryTreatment } from '#contract/rules/entries-in-use.ts';
import { saveSetting } from '#contract/settings/settings.ts';

/** Asks what happens to the uses of removed entries. Call `answer` with the decisions, or undefined to cancel. */
export type RemovedEntriesQuestion = {
  entries: readonly EntryInUse[];
  answer: (decisions: EntryTreatment[] | undefined) => void;
};

/** Returns `save`, which asks and saves again if the setting lacks entries that are used elsewhere. */
export function useRemovedEntries() {
  const [question, setQuestion] = useState<RemovedEntriesQuestion>();
  /** Decisions of the latest save, which a conversion of marks repeats. */
  const [decisions, setDecisions] = useState<EntryTreatment[]>();
  const ask = async (entries: readonly EntryInUse[]): Promise<EntryTreatment[]> => {
    const chosen = await new Promise<EntryTreatment[] | undefined>((answer) =>
      setQuestion({ entries, answer }),
    );
    setQuestion(undefined);
    if (!chosen) throw new DOMException('The setting was not saved.', 'AbortError');
    return chosen;
  };
  /** Throws an `AbortError` if the user cancels. Asks again if somebody has added a use meanwhile. */
  const save = async (input: EndpointInput<typeof saveSetting>) => {
    let removed: EntryTreatment[] | undefined;
    setDecisions(undefined);
    for (;;) {
      try {
        return await call(saveSetting, { ...input, body: { ...input.body, removed } });
      } catch (error) {
        const entries = error instanceof Problem ? error.details.inUse : undefined;
        if (!entries) throw error;
        removed = await ask(entries);
        setDecisions(removed);
      }
    }
  };
  return { question, decisions, save };
}
