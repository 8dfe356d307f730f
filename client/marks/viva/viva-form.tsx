import { Button, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EarlierVivas } from '#client/layout/earlier-vivas.tsx';
import { formatRemainingLength } from '#client/marks/draft/feedback-length.ts';
import type { MarksFormState } from '#client/marks/draft/use-marks-form.ts';
import { DateField } from '#client/ui/form/date-field.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { Section } from '#client/ui/section.tsx';
import { type EarlierViva, vivaStatuses } from '#contract/groups.ts';

const labels = { pass: 'Pass', fail: 'Fail', reschedule: 'Reschedule' } as const;

type VivaFormProps = { viva: MarksFormState['viva'] };

type VivaSectionProps = VivaFormProps & {
  earlierVivas: readonly EarlierViva[];
  /** Notes of other features about the group. */
  notes: ReactNode;
};

export function VivaForm({ viva, earlierVivas, notes }: VivaSectionProps) {
  return (
    <Section title="Viva record" description="One record for the whole group.">
      {notes}
      {viva.isChangedMeanwhile && (
        <Text size="sm" role="status">
          This record was changed elsewhere. When you save, you’ll choose which values to keep.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack gap="md">
          <DateField
            label={<FieldLabel text="Viva date" change={viva.unsaved?.vivaDate} />}
            error={viva.dateError}
            value={viva.vivaDate}
            onChange={(vivaDate) => viva.edit({ vivaDate })}
            onBlur={viva.leave}
          />
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
      <EarlierVivas vivas={earlierVivas} />
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
