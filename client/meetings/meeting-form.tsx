import { Button, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { DraftNote } from '#client/layout/draft-note.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { NumberTextInput } from '#client/ui/form/number-text-input.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { MeetingLog } from '#contract/meetings/meetings.ts';
import { attendanceLabels, attendanceStates } from '#contract/rules/meetings.ts';
import { StepFields } from './step-fields.tsx';
import {
  type FormMode,
  type MeetingFormProps,
  type MeetingFormState,
  useMeetingForm,
} from './use-meeting-form.ts';

const texts: Record<FormMode, { title: string; submit: string; hint: string }> = {
  record: {
    title: 'New meeting',
    submit: 'Record meeting',
    hint: 'The other side is notified and asked to confirm the entry. You can change or withdraw it until then.',
  },
  change: {
    title: 'Change the meeting',
    submit: 'Save changes',
    hint: 'You can change the entry until the other side has confirmed it.',
  },
  propose: {
    title: 'Propose a correction',
    submit: 'Propose correction',
    hint: 'Both versions are shown until the other side has confirmed or declined the correction.',
  },
  correct: {
    title: 'Correct the meeting',
    submit: 'Correct meeting',
    hint: 'Both sides are notified and see your name and reason.',
  },
};

export function MeetingForm(props: MeetingFormProps) {
  const { mode, log } = props;
  const { form, zone, cancel, draft, isResumed } = useMeetingForm(props);
  const { title, submit, hint } = texts[mode];
  return (
    <form {...form.props} aria-label={title}>
      <Stack gap="md" className="nested">
        <Title order={3} size="h4">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {hint}
          {isResumed && ' Your unsent entry was restored.'}
        </Text>
        <DraftNote draft={draft} />
        <FormStatus {...form.status} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
          <DateTimeField
            label="Date and time"
            autoFocus
            description={`In the department’s time zone (${zone})`}
            required
            {...form.getInputProps('heldAt')}
          />
          <NumberTextInput
            label="Duration"
            description="In minutes"
            required
            inputMode="numeric"
            maw="10rem"
            {...form.getInputProps('minutes')}
          />
        </SimpleGrid>
        <AttendanceFields form={form} log={log} />
        <GrowingTextarea
          label="Decisions"
          minRows={3}
          maxRows={12}
          {...form.getInputProps('decisions')}
        />
        <StepFields form={form} log={log} />
        {mode === 'correct' && (
          <GrowingTextarea
            label="Reason"
            required
            minRows={2}
            maxRows={6}
            {...form.getInputProps('reason')}
          />
        )}
        <Group gap="sm">
          <SubmitButton isBusy={form.isBusy} busyText="Saving…">
            {submit}
          </SubmitButton>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const attendanceOptions = attendanceStates.map((value) => ({
  value,
  label: attendanceLabels[value],
}));

type FieldsProps = { form: MeetingFormState; log: MeetingLog };

function AttendanceFields({ form, log: { attendance } }: FieldsProps) {
  return (
    <Stack gap="xs" role="group" aria-label="Attendance">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} verticalSpacing="xs">
        {attendance.map(({ memberId, name }, index) => (
          <Select
            key={memberId}
            label={<bdi>{name}</bdi>}
            data={attendanceOptions}
            {...form.getInputProps(`attendance.${index}.state`)}
          />
        ))}
      </SimpleGrid>
      {form.errors.attendance && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.errors.attendance}
        </Text>
      )}
    </Stack>
  );
}
