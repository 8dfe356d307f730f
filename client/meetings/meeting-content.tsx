import { Checkbox, Stack, Text } from '@mantine/core';
import { useAction } from '#client/api/use-action.ts';
import type { MeetingContent, MeetingStep } from '#contract/meetings/meetings.ts';
import { tickStep } from '#contract/meetings/meetings.ts';
import { attendanceLabels } from '#contract/rules/meetings.ts';
import { formatDate } from '#contract/values/time.ts';
import { meetingEndpoints } from './invalidate-meetings.ts';

type MeetingContentProps = { content: MeetingContent; isProposed?: boolean };

/** Attendance, decisions and next steps of a meeting or of a proposed correction. */
export function MeetingContentView({ content, isProposed = false }: MeetingContentProps) {
  const { attendance, decisions, steps } = content;
  return (
    <Stack gap="sm">
      <dl className="facts">
        {attendance.map(({ memberId, name, state }) => (
          <div key={memberId} style={{ display: 'contents' }}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>{attendanceLabels[state]}</dd>
          </div>
        ))}
      </dl>
      {decisions && (
        <div>
          <Text size="sm" c="dimmed">
            Decisions
          </Text>
          <Text className="typed">{decisions}</Text>
        </div>
      )}
      {steps.length > 0 && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            Next steps
          </Text>
          <ul className="plain">
            {steps.map((step, index) => (
              <li key={step._id || index} style={{ paddingBlock: '0.25rem' }}>
                {isProposed ? <StepText step={step} /> : <Step step={step} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  );
}

function Step({ step }: { step: MeetingStep }) {
  const { _id: stepId, text, doneAt, mayTick } = step;
  const tick = useAction(tickStep, {
    failure: 'Couldn’t save the step',
    invalidates: meetingEndpoints,
  });
  if (!mayTick) return <StepText step={step} />;
  return (
    <Checkbox
      label={<bdi>{text}</bdi>}
      description={<StepDetail step={step} />}
      // Shows the new state while it is being saved.
      checked={tick.input?.body.isDone ?? doneAt !== null}
      aria-busy={tick.isRunning || undefined}
      onChange={({ currentTarget }) => {
        const isDone = currentTarget.checked;
        if (!tick.isRunning) tick.run({ params: { stepId }, body: { isDone } });
      }}
    />
  );
}

function StepText({ step }: { step: MeetingStep }) {
  return (
    <>
      <Text size="sm" className="breakable">
        {step.text}
      </Text>
      <Text size="xs" c="dimmed">
        <StepDetail step={step} />
      </Text>
    </>
  );
}

function StepDetail({ step: { owner, due, doneAt, doneBy } }: { step: MeetingStep }) {
  return (
    <>
      <bdi>{owner}</bdi>, due {formatDate(due)}
      {doneAt && (
        <>
          , done, says <bdi>{doneBy}</bdi>
        </>
      )}
    </>
  );
}
