import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { DateField } from '#client/ui/form/date-field.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { NumberTextInput } from '#client/ui/form/number-text-input.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { getOfficeHours, OfficeHours, saveOfficeHours } from '#contract/meetings/office-hours.ts';
import { weekdays } from '#contract/rules/office-hours.ts';
import { createRandomUuid } from '#contract/values/new-id.ts';

/** Values of the form. Keys identify rows while others are removed. */
type Values = {
  times: { key: string; weekday: string; starts: string; ends: string; minutes: string }[];
  exceptions: { key: string; day: string }[];
};

const toValues = ({ times, exceptions }: OfficeHours): Values => ({
  times: times.map(({ weekday, starts, ends, minutes }) => ({
    key: createRandomUuid(),
    weekday: String(weekday),
    starts,
    ends,
    minutes: String(minutes),
  })),
  exceptions: exceptions.map((day) => ({ key: createRandomUuid(), day })),
});

const toOfficeHours = ({ times, exceptions }: Values) => ({
  times: times.map(({ weekday, starts, ends, minutes }) => ({
    weekday: Number(weekday),
    starts,
    ends,
    minutes: Number(minutes),
  })),
  exceptions: exceptions.map(({ day }) => day),
});

const validateOfficeHours = createFormValidator(OfficeHours);

/** Checks the values as they are sent, and names the field of a day without office hours. */
function validate(values: Values) {
  const errors = validateOfficeHours(toOfficeHours(values)) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => [
      path.replace(/^(exceptions\.\d+)$/, '$1.day'),
      error,
    ]),
  );
}

export function OfficeHoursForm({ officeHours }: { officeHours: OfficeHours }) {
  const form = useSendForm({
    initialValues: toValues(officeHours),
    validateInputOnBlur: false,
    validate,
    send: (values, options) => call(saveOfficeHours, { body: toOfficeHours(values) }, options),
    success: ({ message }) => message,
    failure: 'Couldn’t save your office hours',
    onDone: () => invalidateEndpoints(getOfficeHours),
  });
  return (
    <form {...form.props} aria-label="Office hours">
      <Stack gap="md">
        <FormStatus {...form.status} />
        <WeeklyTimes form={form} />
        <Exceptions form={form} />
        <SubmitButton isBusy={form.isBusy} busyText="Saving…" w="fit-content">
          Save office hours
        </SubmitButton>
      </Stack>
    </form>
  );
}

type Form = ReturnType<typeof useSendForm<Values, unknown>>;

const weekdayOptions = weekdays.map((label, index) => ({ value: String(index + 1), label }));
const newTime = { weekday: '1', starts: '14:00', ends: '16:00', minutes: '20' };

function WeeklyTimes({ form }: { form: Form }) {
  const add = () => form.insertListItem('times', { key: createRandomUuid(), ...newTime });
  return (
    <Stack gap="sm" role="group" aria-label="Weekly times">
      {form.values.times.map(({ key }, index) => {
        const field = (name: string) => form.getInputProps(`times.${index}.${name}`);
        return (
          <Group
            key={key}
            gap="sm"
            align="flex-start"
            role="group"
            aria-label={`Time ${index + 1}`}
          >
            <Select label="Weekday" data={weekdayOptions} flex="1 1 9rem" {...field('weekday')} />
            <TextInput label="From" placeholder="14:00" flex="1 1 5rem" {...field('starts')} />
            <TextInput label="To" placeholder="16:00" flex="1 1 5rem" {...field('ends')} />
            <NumberTextInput
              label="Minutes per slot"
              flex="1 1 8rem"
              inputMode="numeric"
              {...field('minutes')}
            />
            <Button
              variant="subtle"
              color="gray"
              mt="1.6rem"
              aria-label={`Remove time ${index + 1}`}
              onClick={() => form.removeListItem('times', index)}
            >
              Remove
            </Button>
          </Group>
        );
      })}
      {form.values.times.length === 0 && (
        <Text size="sm" c="dimmed">
          You haven’t added any office hours.
        </Text>
      )}
      <AddButton onClick={add}>Add office hours</AddButton>
    </Stack>
  );
}

function Exceptions({ form }: { form: Form }) {
  const add = () => form.insertListItem('exceptions', { key: createRandomUuid(), day: '' });
  return (
    <Stack gap="sm" role="group" aria-label="Days without office hours">
      {form.values.exceptions.map(({ key }, index) => (
        <Group key={key} gap="sm" align="flex-start">
          <DateField
            label={`Day without office hours ${index + 1}`}
            {...form.getInputProps(`exceptions.${index}.day`)}
          />
          <Button
            variant="subtle"
            color="gray"
            mt="1.6rem"
            aria-label={`Remove day ${index + 1}`}
            onClick={() => form.removeListItem('exceptions', index)}
          >
            Remove
          </Button>
        </Group>
      ))}
      <AddButton onClick={add}>Add a day without office hours</AddButton>
    </Stack>
  );
}

function AddButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      w="fit-content"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
