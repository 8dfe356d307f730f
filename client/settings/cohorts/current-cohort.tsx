import { Alert, Button, Stack } from '@mantine/core';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { invalidateSettings } from '#client/settings/invalidate-settings.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import {
  type Cohort,
  listCohorts,
  type OpenWork,
  updateCohort,
} from '#contract/settings/cohorts.ts';
import { OpenWorkList } from './open-work-list.tsx';

type CurrentCohortProps = { cohort: Cohort; work: OpenWork; onClose: () => void };

/** Says why the current session can't be closed, and offers to make another one current. Then the dialog asks as usual. */
export function CurrentCohort({ cohort, work, onClose }: CurrentCohortProps) {
  const { data } = useRead(listCohorts, {}, { failure: 'Couldn’t load the sessions' });
  const openCohorts = (data?.cohorts ?? []).filter(
    ({ isCurrent, closedAt }) => !isCurrent && !closedAt,
  );
  const update = useAction(updateCohort, {
    failure: 'Couldn’t change the session',
    toastFor: adminToastDurationMs,
    onSettled: () => invalidateSettings(),
  });
  return (
    <Stack gap="md">
      <Alert color="brass" title="It’s the current session">
        {openCohorts.length > 0
          ? 'Make another session current first. The home page will show its deadlines, and new proposals will go to it.'
          : 'There is no other open session. Open a new session first, then close this one.'}
      </Alert>
      <OpenWorkList cohort={cohort} work={work} />
      <DialogFooter>
        <Button variant="default" onClick={onClose} disabled={update.isRunning} data-autofocus>
          Cancel
        </Button>
        {openCohorts.map(({ _id: cohortId, name, version }) => (
          <Button
            key={cohortId}
            disabled={update.isRunning}
            onClick={() =>
              update.run({ params: { cohortId }, body: { version, makeCurrent: true } })
            }
          >
            <BidiSentence text={`Make ${name} current`} />
          </Button>
        ))}
      </DialogFooter>
    </Stack>
  );
}
