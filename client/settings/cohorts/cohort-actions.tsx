import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { adminToastMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { invalidateSettings } from '#client/settings/invalidate-settings.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { Sentence } from '#client/ui/sentence.tsx';
import { type Cohort, reopenCohort, updateCohort } from '#contract/cohorts.ts';
import { CloseCohort } from './close-cohort.tsx';
import { RenameCohort } from './rename-cohort.tsx';

type Asked = 'current' | 'close' | 'reopen' | 'rename';

const failure = 'The cohort could not be changed.';

/** What can be done with a cohort; each asks first and says what it means. */
export function CohortActions({ cohort }: { cohort: Cohort }) {
  const [asked, setAsked] = useState<Asked>();
  const { name, isCurrent, closedAt } = cohort;
  const actions: [action: Asked, label: string, isOffered: boolean][] = [
    ['rename', `Rename ${name}`, !closedAt],
    ['current', `Make ${name} current`, !closedAt && !isCurrent],
    ['close', `Close ${name}`, !closedAt && !isCurrent],
    ['reopen', `Reopen ${name}`, Boolean(closedAt)],
  ];
  const onClose = () => setAsked(undefined);
  return (
    <Group gap="sm">
      {actions.map(
        ([action, label, isOffered]) =>
          isOffered && (
            <Button key={action} variant="default" size="xs" onClick={() => setAsked(action)}>
              <Sentence text={label} />
            </Button>
          ),
      )}
      {asked === 'rename' && <RenameCohort cohort={cohort} onClose={onClose} />}
      <Questions cohort={cohort} asked={asked} onClose={onClose} />
    </Group>
  );
}

type QuestionsProps = { cohort: Cohort; asked: Asked | undefined; onClose: () => void };

function Questions({ cohort, asked, onClose }: QuestionsProps) {
  const options = { failure, toastFor: adminToastMs, onSettled: () => settle(onClose) };
  const update = useAction(updateCohort, options);
  const reopen = useAction(reopenCohort, options);
  const { _id: cohortId, name, version } = cohort;
  const input = { params: { cohortId }, body: { version } };
  return (
    <>
      <ConfirmDialog
        opened={asked === 'current'}
        title={`Make ${name} the current cohort?`}
        confirmLabel="Make current"
        isBusy={update.isRunning}
        onConfirm={() => update.run({ ...input, body: { version, makeCurrent: true } })}
        onClose={onClose}
      >
        The home page shows its deadlines, and new proposals go to it. The cohort that is current
        now goes on: its groups are marked and hand in as before.
      </ConfirmDialog>
      {asked === 'close' && <CloseCohort cohort={cohort} onClose={onClose} />}
      <ConfirmDialog
        opened={asked === 'reopen'}
        title={`Reopen ${name}?`}
        confirmLabel="Reopen"
        isBusy={reopen.isRunning}
        onConfirm={() => reopen.run(input)}
        onClose={onClose}
      >
        Marks, uploads and settings in it can be changed again, and what was left undecided waits
        again. It is refused while one of its students is in a group of another open cohort.
      </ConfirmDialog>
    </>
  );
}

async function settle(done: () => void) {
  await invalidateSettings();
  done();
}
