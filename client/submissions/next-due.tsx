import { Group, Stack, Text, Title } from '@mantine/core';
import { useKinds } from '#client/api/cohorts/cohort-content.ts';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import type { ChosenUpload } from '#client/feature.ts';
import { useClosedCohort } from '#client/layout/open-cohort-fields.tsx';
import { UploadButton } from '#client/layout/upload-button.tsx';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { formatRelativeDueDate } from '#contract/rules/relative-time.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { getKindLabel, isUploaded } from '#contract/settings/kinds.ts';
import { type ExtensionRequest, listSubmissions } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { ExtensionButton } from './extension-button.tsx';
import { listNextDue } from './list-next-due.ts';
import { RequestLine } from './request-line.tsx';
import { SubmissionBadge } from './submission-badge.tsx';

type NextDueProps = {
  groupId: string;
  cohortId: string | null;
  onUpload: (upload: ChosenUpload) => void;
};

/** Shows what the group has to do next, with the buttons to do it. */
export function NextDue({ groupId, cohortId, onUpload }: NextDueProps) {
  const isClosed = useClosedCohort(cohortId) !== undefined;
  const read = useRead(
    listSubmissions,
    { params: { groupId } },
    { failure: 'Couldn’t load the deadlines' },
  );
  return (
    <Section title="Due next">
      <Loaded read={read} loading={<LoadingLines lines={4} label="Loading the deadlines…" />}>
        {({ submissions, requests, missingOfOthers }) => {
          const next = listNextDue(submissions, getServerTime());
          return next.length === 0 ? (
            <Text c="dimmed">No upcoming deadlines.</Text>
          ) : (
            <ul className="plain ruled" aria-label="Due next">
              {next.map((submission) => (
                <DueRow
                  key={submission.deadlineId}
                  groupId={isClosed ? undefined : groupId}
                  submission={submission}
                  request={requests.find(({ deadlineId }) => deadlineId === submission.deadlineId)}
                  submittedKinds={missingOfOthers
                    .filter(({ deadlineId }) => deadlineId === submission.deadlineId)
                    .map(({ kind }) => kind)}
                  onUpload={onUpload}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
}

type DueRowProps = {
  /** Undefined if the cohort is closed: the row then has no buttons. */
  groupId: string | undefined;
  submission: Submission;
  /** The newest extension request for this deadline. */
  request: ExtensionRequest | undefined;
  /** Missing kinds of files that the student has submitted, but another member has not. */
  submittedKinds: readonly string[];
  onUpload: (upload: ChosenUpload) => void;
};

function DueRow({ groupId, submission, request, submittedKinds, onUpload }: DueRowProps) {
  const zone = useTimeZone();
  const { title, due, missing } = submission;
  const kinds = useKinds();
  const uploads = kinds.filter(
    (each) =>
      isUploaded(each) && missing.includes(each.kind) && !submittedKinds.includes(each.kind),
  );
  const describeMissing = (kind: string) =>
    `${getKindLabel(kinds, kind)}${submittedKinds.includes(kind) ? ' of other members' : ''}`;
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 16rem" miw={0}>
          <Group gap="0.25rem 0.75rem">
            <Title order={3} size="h4" className="breakable">
              {title}
            </Title>
            <SubmissionBadge submission={submission} />
          </Group>
          <Text size="sm">
            Due <time dateTime={due}>{formatDateTime(due, zone)}</time> ·{' '}
            {formatRelativeDueDate(due, getServerTime())}
          </Text>
          {(missing.length > 1 || submittedKinds.length > 0) && (
            <Text size="sm" c="dimmed">
              Missing: {missing.map(describeMissing).join(', ')}
            </Text>
          )}
          {request && <RequestLine request={request} />}
        </Stack>
        {groupId && (
          <Group gap="xs">
            {uploads.map((kind) => (
              <UploadButton
                key={kind.kind}
                groupId={groupId}
                deadline={submission}
                kind={kind}
                isNamed={uploads.length > 1}
                onUpload={onUpload}
              />
            ))}
            <ExtensionButton groupId={groupId} submission={submission} request={request} />
          </Group>
        )}
      </Group>
    </li>
  );
}
