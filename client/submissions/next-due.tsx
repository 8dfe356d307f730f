import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useKinds } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { formatRelativeDueDate } from '#contract/rules/relative-time.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import { getKindLabel, isUploaded, toMidSentence } from '#contract/settings/kinds.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { listNextDue } from './list-next-due.ts';
import { SubmissionBadge } from './submission-badge.tsx';

/** Shows what the group has to do next, with links to the file fields. */
export function NextDue({ groupId }: { groupId: string }) {
  const read = useRead(
    listSubmissions,
    { params: { groupId } },
    { failure: 'Failed to load the deadlines' },
  );
  return (
    <Section title="Due next">
      <Loaded read={read} loading={<LoadingLines lines={4} label="Loading the deadlines…" />}>
        {({ submissions, missingOfOthers }) => {
          const next = listNextDue(submissions, new Date());
          return next.length === 0 ? (
            <Text c="dimmed">No deadline is left.</Text>
          ) : (
            <ul className="plain ruled" aria-label="Due next">
              {next.map((submission) => (
                <DueRow
                  key={submission.deadlineId}
                  submission={submission}
                  submittedKinds={missingOfOthers
                    .filter(({ deadlineId }) => deadlineId === submission.deadlineId)
                    .map(({ kind }) => kind)}
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
  submission: Submission;
  /** Missing kinds of files that the student has submitted, but another member has not. */
  submittedKinds: readonly string[];
};

function DueRow({ submission, submittedKinds }: DueRowProps) {
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
            Due <time dateTime={due}>{formatDateTime(due, zone)}</time>,{' '}
            {formatRelativeDueDate(due, new Date())}
          </Text>
          {missing.length > 0 && (
            <Text size="sm" c="dimmed">
              Missing: {missing.map(describeMissing).join(', ')}
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          {uploads.map(({ kind, label }) => (
            <Button key={kind} component="a" href={`#upload-${kind}`}>
              Upload {toMidSentence(label)}
            </Button>
          ))}
        </Group>
      </Group>
    </li>
  );
}
