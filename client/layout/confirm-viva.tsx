import { useState } from 'react';
import { useCohortYear } from '#client/api/cohorts/cohort-content.ts';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { findVivaDoubt } from '#contract/rules/viva.ts';
import { formatCalendarDate } from '#contract/values/time.ts';

/** An empty text means the same as null. */
type VivaRecord = { vivaDate: string | null; vivaStatus: string | null };

/** Returns what is unusual about a changed record of a viva, for `useConfirmViva`. */
export function useVivaDoubt(
  saved: VivaRecord,
  { vivaDate = saved.vivaDate, vivaStatus = saved.vivaStatus }: Partial<VivaRecord>,
): string | undefined {
  const [zone, year] = [useTimeZone(), useCohortYear()];
  const read = (viva: VivaRecord) => ({
    date: viva.vivaDate || null,
    status: viva.vivaStatus || null,
  });
  const [before, after] = [read(saved), read({ vivaDate, vivaStatus })];
  if (before.date === after.date && before.status === after.status) return undefined;
  return findVivaDoubt(after, { today: formatCalendarDate(getServerTime(), zone), year });
}

/** Returns a function that saves at once, or, if there is a doubt about the viva's record, after a confirmation. */
export function useConfirmViva(doubt: string | undefined) {
  const [save, setSave] = useState<{ run: () => void }>();
  // Keep the text while the dialog closes, because the saved record is no longer a change.
  const shown = useLastDefined(doubt);
  const close = () => setSave(undefined);
  const element = (
    <ConfirmDialog
      opened={save !== undefined}
      title="Save this viva record?"
      confirmLabel="Save"
      cancelLabel="Check it"
      onConfirm={() => {
        close();
        save?.run();
      }}
      onClose={close}
    >
      {shown} Save it only if this is correct.
    </ConfirmDialog>
  );
  return { element, run: (run: () => void) => (doubt ? setSave({ run }) : run()) };
}
