import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { type EarlierDueDate, type KeptDueDate, previewDeadlines } from '#contract/settings.ts';

/** Asks which earlier due dates to keep. Call `answer` with these dates, or with undefined to cancel saving. */
export type EarlierDatesQuestion = {
  groups: readonly EarlierDueDate[];
  answer: (keptDates: KeptDueDate[] | undefined) => void;
};

export function useEarlierDates(cohort: string | undefined) {
  const [question, setQuestion] = useState<EarlierDatesQuestion>();
  /** Resolves to the earlier due dates that the user wants to keep. Throws an `AbortError` if the user cancels. */
  const ask = async (value: unknown): Promise<KeptDueDate[]> => {
    const { groups } = await call(previewDeadlines, { query: { cohort }, body: { value } });
    if (groups.length === 0) return [];
    const keptDates = await new Promise<KeptDueDate[] | undefined>((answer) =>
      setQuestion({ groups, answer }),
    );
    setQuestion(undefined);
    if (!keptDates) throw new DOMException('The deadlines were not saved.', 'AbortError');
    return keptDates;
  };
  return { question, ask };
}
