import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { messageOf } from '#client/api/problems.ts';
import { FormStatus } from '#client/ui/form/form-answer.tsx';
import { objectToGroup } from '#contract/objections.ts';

/** Says by an email's link that one is not part of a group. Opening the link alone says nothing: programs do that too. */
export function ObjectionForm({ token }: { token: string }) {
  const objecting = useMutation({ mutationFn: () => call(objectToGroup, { body: { token } }) });
  const { data, error, isPending, isSuccess } = objecting;
  return (
    <Stack gap="md">
      <FormStatus
        fault={error ? messageOf(error, 'Server error. Please try again.') : undefined}
        success={data?.message}
      />
      {isSuccess ? (
        <Text size="sm">
          Nothing else has changed so far. The office asks both sides and then corrects the group.
        </Text>
      ) : (
        <>
          <Text size="sm">
            Somebody named you, with your email address, in the group that the email is about. If
            you are not part of it, tell the FYP office.
          </Text>
          <Button loading={isPending} onClick={() => objecting.mutate()}>
            I am not part of this group
          </Button>
        </>
      )}
    </Stack>
  );
}
