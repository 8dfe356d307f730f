import { Group, NativeSelect, Stack } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import {
  type AccountUsage,
  listRequestUsage,
  setRequestLimit,
} from '#contract/admin/request-usage.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';

const factors = ['2', '5', '10', '20'];

/** Form that raises the limits of a listed account. */
export function RaiseForm({ accounts }: { accounts: readonly AccountUsage[] }) {
  const zone = useTimeZone();
  const form = useSendForm({
    initialValues: { userId: '', factor: '5', endsAt: '' },
    validate: {
      userId: (value) => (value === '' ? 'Choose an account.' : null),
      endsAt: (value) =>
        value === '' || parseWallClock(value, zone) ? null : 'Choose a date and time.',
    },
    send: ({ userId, factor, endsAt }, options) => {
      const body = { factor: Number(factor), endsAt: parseWallClock(endsAt, zone) ?? null };
      return call(setRequestLimit, { params: { userId }, body }, options);
    },
    success: ({ message }) => message,
    failure: 'Failed to raise the limits',
    onDone: () => invalidateEndpoints(listRequestUsage),
  });
  return (
    <form {...form.props} aria-label="Raise limits">
      <Stack gap="sm">
        <FormStatus {...form.status} />
        <Group gap="sm" align="flex-start">
          <NativeSelect
            label="Raise the limits of"
            data={[
              { value: '', label: 'Choose an account' },
              // Options cannot isolate a right-to-left name from the address beside it. The table above names both.
              ...accounts.map(({ _id, email }) => ({ value: _id, label: email })),
            ]}
            {...form.getInputProps('userId')}
          />
          <NativeSelect
            label="To"
            data={factors.map((value) => ({ value, label: `${value} times the normal limits` }))}
            {...form.getInputProps('factor')}
          />
          <DateTimeField
            label="Until"
            description={`Empty: until an admin ends it. In the department’s time zone (${zone})`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('endsAt')}
          />
        </Group>
        <Group>
          <SubmitButton isBusy={form.isBusy} busyText="Saving…">
            Raise limits
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
