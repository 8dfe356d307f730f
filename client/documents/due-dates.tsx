import { Text } from '@mantine/core';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { formatRelativeDueDate } from '#contract/rules/relative-time.ts';
import { formatLateness, type Submission } from '#contract/rules/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';

type DueDatesProps = {
  kind: string;
  label: string;
  /** Submissions that require this kind of document. Undefined while they load. */
  submissions: readonly Submission[] | undefined;
  /** Ids of deadlines for which the student has submitted this document, while another member has not. */
  submittedFor: readonly string[];
};

/** Shows when a document is due, and whether it is still missing. */
export function DueDates({ kind, label, submissions, submittedFor }: DueDatesProps) {
  if (!submissions) return <Text size="sm">&nbsp;</Text>;
  if (submissions.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No due date
      </Text>
    );
  }
  return (
    <ul className="plain" aria-label={`Due dates: ${label}`}>
      {submissions.map((submission) => (
        <li key={submission.deadlineId}>
          <DueDate
            kind={kind}
            submission={submission}
            isSubmitted={submittedFor.includes(submission.deadlineId)}
            isNamed={submissions.length > 1}
          />
        </li>
      ))}
    </ul>
  );
}

type DueDateProps = {
  kind: string;
  submission: Submission;
  isSubmitted: boolean;
  isNamed: boolean;
};

function DueDate({ kind, submission, isSubmitted, isNamed }: DueDateProps) {
  const zone = useTimeZone();
  const { title, due } = submission;
  const isMissing = !isSubmitted && submission.missing.includes(kind);
  const { text, isOverdue } = describeDocument(submission, isMissing, getServerTime());
  return (
    <Text size="sm" c={isOverdue ? 'var(--mantine-color-error)' : undefined}>
      {isNamed && (
        <Text span inherit display="block" fw={600}>
          {title}
        </Text>
      )}
      Due <time dateTime={due}>{formatDateTime(due, zone)}</time> · {text}
    </Text>
  );
}

/** Describes one document of a submission. Its other documents may have another state. */
function describeDocument({ due, state }: Submission, isMissing: boolean, now: Date) {
  if (state === 'excused') return { text: 'excused', isOverdue: false };
  if (!isMissing) return { text: 'uploaded', isOverdue: false };
  if (state === 'before-group') {
    return { text: 'passed before your group was created', isOverdue: false };
  }
  const isOverdue = isDeadlinePassed({ due }, now);
  const text = isOverdue
    ? `overdue by ${formatLateness(now.getTime() - Date.parse(due))}`
    : formatRelativeDueDate(due, now);
  return { text, isOverdue };
}
