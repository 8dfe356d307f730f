import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { invalidateSettings } from '#client/settings/invalidate-settings.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { type Cohort, reopenCohort, updateCohort } from '#contract/settings/cohorts.ts';
import { CloseCohortDialog } from './close-cohort.tsx';
import { RenameCohortDialog } from './rename-cohort.tsx';

type CohortDialog = 'current' | 'proposals' | 'close' | 'reopen' | 'rename';

const failure = 'Couldn’t change the session';

export function CohortActions({ cohort }: { cohort: Cohort }) {
  const { name, code, isCurrent, takesProposals, closedAt } = cohort;
  const [params, setParams] = useSearchParams();
  const isLinked = params.get('close') === code && !closedAt;
  const [openDialog, setOpenDialog] = useState<CohortDialog | undefined>(
    isLinked ? 'close' : undefined,
  );
  const actions: [action: CohortDialog, label: string, isOffered: boolean][] = [
    ['rename', `Rename ${name}`, !closedAt],
    ['current', `Make ${name} current`, !closedAt && !isCurrent],
    [
      'proposals',
      takesProposals ? `Close ${name} for proposals` : `Open ${name} for proposals`,
      !closedAt && !isCurrent,
    ],
    ['close', `Close ${name}`, !closedAt],
    ['reopen', `Reopen ${name}`, Boolean(closedAt)],
  ];
  const onClose = () => {
    setOpenDialog(undefined);
    if (isLinked) setParams({}, { replace: true, preventScrollReset: true });
  };
  return (
    <Group gap="sm">
      {actions.map(
        ([action, label, isOffered]) =>
          isOffered && (
            <Button key={action} variant="default" size="xs" onClick={() => setOpenDialog(action)}>
              <BidiSentence text={label} />
            </Button>
          ),
      )}
      {openDialog === 'rename' && <RenameCohortDialog cohort={cohort} onClose={onClose} />}
      <Questions cohort={cohort} openDialog={openDialog} onClose={onClose} />
    </Group>
  );
}

type QuestionsProps = { cohort: Cohort; openDialog: CohortDialog | undefined; onClose: () => void };

function Questions({ cohort, openDialog, onClose }: QuestionsProps) {
  const options = { failure, toastFor: adminToastDurationMs, onSettled: () => settle(onClose) };
  const update = useAction(updateCohort, options);
  const reopen = useAction(reopenCohort, options);
  const { _id: cohortId, name, version, takesProposals } = cohort;
  const input = { params: { cohortId }, body: { version } };
  return (
    <>
      <ConfirmDialog
        opened={openDialog === 'current'}
        title={`Make ${name} the current session?`}
        confirmLabel="Make current"
        isBusy={update.isRunning}
        onConfirm={() => update.run({ ...input, body: { version, makeCurrent: true } })}
        onClose={onClose}
      >
        The home page will show its deadlines, and new proposals will go to it. The session that is
        current now stays open, and its groups can still submit files and be marked.
      </ConfirmDialog>
      <ConfirmDialog
        opened={openDialog === 'proposals'}
        title={`${takesProposals ? 'Close' : 'Open'} ${name} for proposals?`}
        confirmLabel={takesProposals ? 'Close for proposals' : 'Open for proposals'}
        isBusy={update.isRunning}
        onConfirm={() =>
          update.run({ ...input, body: { version, takesProposals: !takesProposals } })
        }
        onClose={onClose}
      >
        {takesProposals
          ? 'Students can no longer submit proposals to it. Its groups can still submit files and be marked.'
          : 'Students can choose it for their proposal, in addition to the current session.'}
      </ConfirmDialog>
      {openDialog === 'close' && <CloseCohortDialog cohort={cohort} onClose={onClose} />}
      <ConfirmDialog
        opened={openDialog === 'reopen'}
        title={`Reopen ${name}?`}
        confirmLabel="Reopen"
        isBusy={reopen.isRunning}
        busyText="Reopening…"
        onConfirm={() => reopen.run(input)}
        onClose={onClose}
      >
        Its marks, uploads and settings can be changed again, and undecided requests become open
        again. You can’t reopen it while one of its students is in a group of another open session.
      </ConfirmDialog>
    </>
  );
}

async function settle(done: () => void) {
  await invalidateSettings();
  done();
}
