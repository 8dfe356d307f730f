import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { DateField } from '#client/ui/form/date-field.tsx';
import type { MeetingLog } from '#contract/meetings/meetings.ts';
import { maxSteps } from '#contract/meetings/meetings.ts';
import { createStep, supervisorOption } from './draft.ts';
import type { MeetingFormState } from './use-meeting-form.ts';

type StepFieldsProps = { form: MeetingFormState; log: MeetingLog };

export function StepFields({ form, log }: StepFieldsProps) {
  const [added, setAdded] = useState<string>();
  const { steps } = form.values;
  const members = log.attendance.map(({ memberId, name }) => ({ value: memberId, label: name }));
  const owners = [...members, { value: supervisorOption, label: `${log.supervisor} (supervisor)` }];
  const add = () => {
    const step = createStep(members[0]?.value ?? supervisorOption);
    setAdded(step.key);
    form.insertListItem('steps', step);
  };
  return (
    <Stack gap="md" role="group" aria-label="Next steps">
      {steps.map(({ key }, index) => (
        <Stack key={key} gap="xs" role="group" aria-label={`Step ${index + 1}`}>
          <TextInput
            label={`Next step ${index + 1}`}
            required
            autoFocus={key === added}
            {...form.getInputProps(`steps.${index}.text`)}
          />
          <Group gap="sm" align="flex-start">
            <Select
              label="Who"
              data={owners}
              flex="1 1 12rem"
              {...form.getInputProps(`steps.${index}.ownerId`)}
            />
            <DateField
              label="Due"
              required
              wrapperProps={{ style: { flex: '1 1 10rem' } }}
              {...form.getInputProps(`steps.${index}.due`)}
            />
            <Button
              variant="subtle"
              color="gray"
              mt="1.6rem"
              aria-label={`Remove next step ${index + 1}`}
              onClick={() => form.removeListItem('steps', index)}
            >
              Remove
            </Button>
          </Group>
        </Stack>
      ))}
      {steps.length < maxSteps ? (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          Add next step
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          You can add up to {maxSteps} next steps.
        </Text>
      )}
    </Stack>
  );
}
