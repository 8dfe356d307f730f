import { Group, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { AskAbout } from '#client/layout/ask-about.tsx';
import { OpenCohortFields } from '#client/layout/open-cohort-fields.tsx';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { type Newcomer, type Submission, uploadGraceMinutes } from '#contract/rules/submissions.ts';
import {
  type ExtensionRequest,
  listSubmissions,
  type ReusableVersion,
} from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { ExtensionButton } from './extension-button.tsx';
import { RequestLine } from './request-line.tsx';
import { ReuseFileButtons } from './reuse-buttons.tsx';
import { SubmissionBadge } from './submission-badge.tsx';

type GroupDeadlinesProps = { groupId: string; cohortId: string | null; mayAsk: boolean };

export function GroupDeadlines({ groupId, cohortId, mayAsk }: GroupDeadlinesProps) {
  const read = useRead(
    listSubmissions,
    { params: { groupId } },
    { failure: 'Couldn’t load the deadlines' },
  );
  return (
    <Section
      title="Deadlines"
      description={
        mayAsk
          ? 'Late files are accepted and marked as late. If you need more time, request an extension before the deadline.'
          : undefined
      }
    >
      <Loaded read={read} loading={<LoadingLines lines={8} label="Loading the deadlines…" />}>
        {({ submissions, requests, reusable }) => (
          <OpenCohortFields cohortId={cohortId}>
            <ul className="plain ruled" aria-label="Deadlines">
              {submissions.map((submission) => (
                <DeadlineRow
                  key={submission.deadlineId}
                  submission={submission}
                  request={requests.find(({ deadlineId }) => deadlineId === submission.deadlineId)}
                  reusable={reusable.filter(
                    ({ deadlineId }) => deadlineId === submission.deadlineId,
                  )}
                  groupId={mayAsk ? groupId : undefined}
                />
              ))}
            </ul>
          </OpenCohortFields>
        )}
      </Loaded>
    </Section>
  );
}

type DeadlineRowProps = {
  submission: Submission;
  request: ExtensionRequest | undefined;
  reusable: readonly ReusableVersion[];
  /** The group if the user may request an extension for it. */
  groupId: string | undefined;
};

function DeadlineRow({ submission, request, reusable, groupId }: DeadlineRowProps) {
  const kindLabel = useKindLabel();
  const zone = useTimeZone();
  const row = useRef<HTMLLIElement>(null);
  const { title, due, firstDue, documents, missing, submittedAt, takenUntil } = submission;
  const { newcomers = [] } = submission;
  const isMoved = due !== firstDue;
  return (
    <li ref={row} tabIndex={-1}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 16rem" miw={0}>
          <Group gap="0.25rem 0.6rem">
            <Text fw={600} className="breakable">
              {title}
            </Text>
            <SubmissionBadge submission={submission} />
          </Group>
          <Text size="sm" c="dimmed">
            Due <time dateTime={due}>{formatDateTime(due, zone)}</time>
            {isMoved && `, for everyone else ${formatDateTime(firstDue, zone)}`}
            {missing.length > 0 &&
              documents.length > 0 &&
              ` · Missing: ${missing.map(kindLabel).join(', ')}`}
            {submittedAt && ` · Submitted ${formatDateTime(submittedAt, zone)}`}
          </Text>
          {takenUntil && !submittedAt && (
            <Text size="sm" c="dimmed">
              Files are accepted until {formatDateTime(takenUntil, zone)}. Uploads started by then
              have {uploadGraceMinutes} more minutes to finish
            </Text>
          )}
          {request && <RequestLine request={request} />}
        </Stack>
        <Group gap="sm">
          <AskAbout kind="deadline" id={submission.deadlineId} title={title} />
          <ReuseFileButtons
            title={title}
            reusable={reusable}
            onSettled={() => row.current?.focus({ preventScroll: true })}
          />
          {groupId && (
            <ExtensionButton groupId={groupId} submission={submission} request={request} />
          )}
        </Group>
      </Group>
      {newcomers.map((newcomer) => (
        <NewcomerLines key={newcomer.memberId} newcomer={newcomer} />
      ))}
    </li>
  );
}

/** Shows what a member who joined late owes. */
function NewcomerLines({ newcomer }: { newcomer: Newcomer }) {
  const kindLabel = useKindLabel();
  const zone = useTimeZone();
  const { name, due, missing } = newcomer;
  return (
    <Group justify="space-between" align="flex-start" gap="0.25rem 0.75rem" mt="sm">
      <Stack gap={2} flex="1 1 16rem" miw={0}>
        <Text size="sm" fw={600} className="breakable">
          <bdi>{name}</bdi>, joined late
        </Text>
        <Text size="sm" c="dimmed">
          Due <time dateTime={due}>{formatDateTime(due, zone)}</time>
        </Text>
        {missing.length > 0 && (
          <Text size="sm" c="dimmed">
            Missing: {missing.map(kindLabel).join(', ')}
          </Text>
        )}
      </Stack>
      <SubmissionBadge submission={newcomer} />
    </Group>
  );
}
