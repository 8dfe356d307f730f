import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { type EarlierDate, type KeptDate, previewDeadlines } from '#contract/settings.ts';

/** The question that the dialog shows, and its answer: the dates that stay, or undefined to save nothing. */
export type EarlierDatesQuestion = {
  groups: readonly EarlierDate[];
  answer: (kept: KeptDate[] | undefined) => void;
};

/** Asks, before deadlines are saved, about each group whose extension would end before the new date for all. */
export function useEarlierDates(cohort: string | undefined) {
  const [question, setQuestion] = useState<EarlierDatesQuestion>();
  /** Resolves at once if no group is affected. Throws an `AbortError` if the coordinator cancels. */
  const ask = async (value: unknown): Promise<KeptDate[]> => {
    const { groups } = await call(previewDeadlines, { query: { cohort }, body: { value } });
    if (groups.length === 0) return [];
    const kept = await new Promise<KeptDate[] | undefined>((answer) =>
      setQuestion({ groups, answer }),
    );
    setQuestion(undefined);
    if (!kept) throw new DOMException('The deadlines were not saved.', 'AbortError');
    return kept;
  };
  return { question, ask };
}
