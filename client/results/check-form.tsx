import { Alert, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFormValidator } from '#client/api/validate.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { checkResultSheet } from '#contract/exports/results.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { SheetContent } from './sheet-content.tsx';

/** Shows the results for which the code in a printed sheet's footer stands, to compare them with the paper. */
export function ResultSheetCheckForm({ groupId }: { groupId: string }) {
  const [outcome, setOutcome] = useState<EndpointReply<typeof checkResultSheet>>();
  const form = useSendForm({
    initialValues: { code: '' },
    validate: createFormValidator(checkResultSheet.query),
    onValuesChange: () => setOutcome(undefined),
    send: (query, options) => call(checkResultSheet, { params: { groupId }, query }, options),
    failure: 'Couldn’t check the sheet',
    onDone: setOutcome,
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Check code"
            description="Four groups of four characters, in the footer of each page."
            placeholder="1a2b 3c4d 5e6f 7081"
            autoComplete="off"
            spellCheck={false}
            flex="1 1 16rem"
            {...form.getInputProps('code')}
          />
          <SubmitButton mt={{ xs: '1.6rem' }} isBusy={form.isBusy} busyText="Checking…">
            Check sheet
          </SubmitButton>
        </Group>
        {outcome && <Outcome {...outcome} />}
      </Stack>
    </form>
  );
}

function Outcome({ matches, content, changedAt }: EndpointReply<typeof checkResultSheet>) {
  const zone = useTimeZone();
  if (matches === null || content === null) {
    return (
      <Alert color="red" role="status">
        This sheet doesn’t match the current results. The group was last changed on{' '}
        {formatDateTime(changedAt, zone)}.
      </Alert>
    );
  }
  return (
    <>
      <Alert color="blue" role="status">
        The code matches the current results of {matches}. A forged sheet can show the same code, so
        check that each value on paper is the same as below.
      </Alert>
      <SheetContent {...content} />
    </>
  );
}
