import { Button, Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useRead } from '#client/api/use-read.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { invalidateSettings } from '#client/settings/invalidate-settings.ts';
import { useRefetchedData } from '#client/settings/use-fresh-data.ts';
import { Consequence } from '#client/ui/dialog/consequence.tsx';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import {
  type Cohort,
  closeCohort,
  findOpenWork,
  type OpenWork,
} from '#contract/settings/cohorts.ts';
import { CurrentCohort } from './current-cohort.tsx';
import { OpenWorkList } from './open-work-list.tsx';

type CloseCohortProps = { cohort: Cohort; onClose: () => void };

export function CloseCohortDialog({ cohort, onClose }: CloseCohortProps) {
  const read = useRead(
    findOpenWork,
    { params: { cohortId: cohort._id } },
    { failure: 'Couldn’t load the session’s open work', staleTime: 0 },
  );
  const fresh = useRefetchedData(read);
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <>
          Close <bdi>{cohort.name}</bdi>?
        </>
      }
      withCloseButton={false}
      size="34rem"
    >
      <Stack gap="md">
        <Text>
          No one can change its marks, uploads, proposals or settings, but you can still read and
          export them. Its students can join a group in another session. You can reopen it later.
        </Text>
        <Consequence>You can’t undo emails that are sent when you close it.</Consequence>
        <Loaded read={{ ...read, data: fresh && read.data }} loading={<LoadingLines lines={4} />}>
          {(work) =>
            cohort.isCurrent ? (
              <CurrentCohort cohort={cohort} work={work} onClose={onClose} />
            ) : (
              <ClosingForm cohort={cohort} work={work} onClose={onClose} />
            )
          }
        </Loaded>
      </Stack>
    </Modal>
  );
}

function useClosing({ cohort, work, onClose }: CloseCohortProps & { work: OpenWork }) {
  const { _id: cohortId, version } = cohort;
  return useSendForm({
    initialValues: { requests: 'keep', refuseRequests: '', objections: 'keep', results: 'keep' },
    validateInputOnBlur: false,
    validate: {
      refuseRequests: (reason, { requests }) =>
        requests === 'refuse' && reason.trim() === ''
          ? 'Enter a reason. The students who requested the extensions will see it.'
          : null,
    },
    send: ({ requests, refuseRequests, objections, results }) =>
      call(closeCohort, {
        params: { cohortId },
        body: {
          version,
          seen: work.seen,
          ...(requests === 'refuse' && work.requests.length > 0 && { refuseRequests }),
          settleObjections: objections === 'settle',
          sendResults: results === 'send',
        },
      }),
    onDone: async ({ message }) => {
      toast.success(message, adminToastDurationMs);
      await invalidateSettings();
      onClose();
    },
    // Reload the pending work, because the displayed list may be outdated.
    onFailure: () => Promise.all([invalidateEndpoints(findOpenWork), invalidateSettings()]),
    failure: 'Couldn’t close the session',
    isOnce: true,
  });
}

function ClosingForm(props: CloseCohortProps & { work: OpenWork }) {
  const { cohort, work, onClose } = props;
  const form = useClosing(props);
  return (
    <form {...form.props} aria-label={`Close ${cohort.name}`}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        <Questions form={form} work={work} />
        <OpenWorkList cohort={cohort} work={work} />
        <DialogFooter>
          <Button variant="default" onClick={onClose} disabled={form.isBusy} data-autofocus>
            Cancel
          </Button>
          <SubmitButton isBusy={form.isBusy} busyText="Closing…" color="red">
            Close
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}

type QuestionsProps = { form: ReturnType<typeof useClosing>; work: OpenWork };

function Questions({ form, work }: QuestionsProps) {
  return (
    <>
      {work.requests.length > 0 && (
        <Stack gap="xs">
          <Radio.Group
            label="Extension requests without a decision"
            description={
              <BidiSentence
                text={formatList(
                  work.requests.map(
                    (request) => `${request.fypGroupName}: ${request.title} (${request.askedBy})`,
                  ),
                )}
              />
            }
            {...form.getInputProps('requests')}
          >
            <Choices keep="Leave them undecided" other={['refuse', 'Decline them']} />
          </Radio.Group>
          {form.values.requests === 'refuse' && (
            <Textarea
              label="Reason"
              description="Shown to the students who requested them."
              required
              autosize
              minRows={2}
              maxLength={2000}
              {...form.getInputProps('refuseRequests')}
            />
          )}
        </Stack>
      )}
      {work.objections.length > 0 && (
        <Radio.Group
          label="Students who reported that they aren’t part of a group"
          description={
            <BidiSentence
              text={formatList(
                work.objections.map((request) => `${request.fypGroupName}: ${request.memberName}`),
              )}
            />
          }
          {...form.getInputProps('objections')}
        >
          <Choices keep="Leave them open" other={['settle', 'Settle them']} />
        </Radio.Group>
      )}
      {work.untold > 0 && (
        <Radio.Group
          label="Certificate decisions that have not been emailed"
          description={work.untold === 1 ? '1 student' : `${work.untold} students`}
          {...form.getInputProps('results')}
        >
          <Choices keep="Don’t send them" other={['send', 'Email them now']} />
        </Radio.Group>
      )}
    </>
  );
}

function Choices({ keep, other: [value, label] }: { keep: string; other: [string, string] }) {
  return (
    <Stack gap={6} mt={6}>
      <Radio value="keep" label={`${keep}: they wait until the session is reopened`} />
      <Radio value={value} label={label} />
    </Stack>
  );
}

const maxListed = 8;

function formatList(items: readonly string[]): string {
  const more = items.length > maxListed ? `; and ${items.length - maxListed} more` : '';
  return `${items.slice(0, maxListed).join('; ')}${more}`;
}
