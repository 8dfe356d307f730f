import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import {
  type EarlierDueDate,
  type KeptEarlierDueDate,
  previewDeadlines,
} from '#contract/settings/settings.ts';

/** Asks which earlier due dates to keep. Call `answer` with these dates, or with undefined to cancel saving. */
export type KeptDueDatesQuestion = {
  groups: readonly EarlierDueDate[];
  answer: (keptDates: KeptEarlierDueDate[] | undefined) => void;
};

export function useKeptDueDates(cohort: string | undefined) {
  const [question, setQuestion] = useState<KeptDueDatesQuestion>();
  /** Resolves to the earlier due dates that the user wants to keep. Throws an `AbortError` if the user cancels. */
  const ask = async (value: unknown): Promise<KeptEarlierDueDate[]> => {
    const { groups } = await call(previewDeadlines, { query: { cohort }, body: { value } });
    if (groups.length === 0) return [];
    const keptDates = await new Promise<KeptEarlierDueDate[] | undefined>((answer) =>
      setQuestion({ groups, answer }),
    );
    setQuestion(undefined);
    if (!keptDates) throw new DOMException('The deadlines were not saved.', 'AbortError');
    return keptDates;
  };
  return { question, ask };
}
