import { Button, Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatRemainingLength } from '#client/marks/draft/feedback-length.ts';
import type { MarksFormState } from '#client/marks/draft/use-marks-form.ts';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { Section } from '#client/ui/section.tsx';
import { vivaStatuses } from '#contract/groups.ts';
import { formatDate } from '#contract/values/time.ts';

const labels = { pass: 'Pass', fail: 'Fail', reschedule: 'Reschedule' } as const;

type VivaFormProps = { viva: MarksFormState['viva'] };

export function VivaForm({ viva }: VivaFormProps) {
  return (
    <Section title="Viva record" description="One record for the whole group.">
      {viva.isChangedMeanwhile && (
        <Text size="sm" role="status">
          This record was changed in the meantime. When you save, you choose which values to keep.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack gap="md">
          <DateField viva={viva} />
          <Radio.Group
            label={<FieldLabel text="Viva status" change={viva.unsaved?.vivaStatus} />}
            value={viva.vivaStatus}
            onChange={(value) =>
              viva.edit({ vivaStatus: vivaStatuses.find((status) => status === value) })
            }
          >
            <Group gap="md" mt={4}>
              {vivaStatuses.map((status) => (
                <Radio key={status} value={status} label={labels[status]} />
              ))}
              <ClearStatus viva={viva} />
            </Group>
          </Radio.Group>
        </Stack>
        <GrowingTextarea
          wrapperProps={{ 'data-no-print': true }}
          label={<FieldLabel text="Overall feedback" change={viva.unsaved?.vivaFeedback} />}
          placeholder="No feedback"
          minRows={5}
          maxRows={14}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={formatRemainingLength(viva.vivaFeedback)}
          error={viva.feedbackError}
          value={viva.vivaFeedback}
          onChange={(event) => viva.edit({ vivaFeedback: event.currentTarget.value })}
          onBlur={viva.leave}
        />
        <Text fz="0.8125rem" className="typed onPaper">
          {viva.vivaFeedback || 'No feedback'}
        </Text>
      </SimpleGrid>
    </Section>
  );
}

/** Button that clears the viva status. A click hides the button and moves the focus to the first radio button. */
function ClearStatus({ viva }: VivaFormProps) {
  if (!viva.vivaStatus) {
    return (
      <Text size="sm" c="dimmed">
        Pending
      </Text>
    );
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      data-no-print
      onClick={({ currentTarget }) => {
        const group = currentTarget.closest('[role="radiogroup"]');
        viva.edit({ vivaStatus: '' });
        group?.querySelector<HTMLInputElement>('input[type="radio"]')?.focus();
      }}
    >
      Clear
    </Button>
  );
}

/** Date field that shows an error for a partially typed date, which only the browser's validity check detects. */
function DateField({ viva }: VivaFormProps) {
  const [error, setError] = useState<string>();
  return (
    <TextInput
      type="date"
      maw="14rem"
      min="2000-01-01"
      max="2100-12-31"
      label={<FieldLabel text="Viva date" change={viva.unsaved?.vivaDate} />}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={viva.vivaDate ? formatDate(viva.vivaDate) : 'Not set'}
      error={error ?? viva.dateError}
      value={viva.vivaDate}
      onChange={({ currentTarget }) => {
        if (currentTarget.validity.valid) setError(undefined);
        viva.edit({ vivaDate: currentTarget.value });
      }}
      onBlur={({ currentTarget }) => currentTarget.checkValidity()}
      onInvalid={() => setError('Enter a complete date such as 22 May 2027, or none.')}
    />
  );
}

function FieldLabel({ text, change }: { text: string; change: unknown }) {
  if (change === undefined) return text;
  return (
    <>
      {text}{' '}
      <Text span size="xs" fw={600}>
        (unsaved)
      </Text>
    </>
  );
}
