import { Stack, Text } from '@mantine/core';
import { useAction } from '#client/api/use-action.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { objectToGroup } from '#contract/students/objections.ts';

/** Sends the objection on a click, not on page load, because automated link checkers also load the page. */
export function ObjectionForm({ token }: { token: string }) {
  const object = useAction(objectToGroup, {
    failure: 'Server error. Please try again.',
    isInline: true,
  });
  return (
    <Stack gap="md">
      <FormStatus error={object.error} success={object.reply?.message} />
      {object.reply ? (
        <Text size="sm">
          Nothing else has changed so far. The office asks both sides and then corrects the group.
        </Text>
      ) : (
        <>
          <Text size="sm">
            Someone named you, with your email address, in the group that the email is about. If you
            are not part of it, tell the FYP office.
          </Text>
          <SubmitButton
            isBusy={object.isRunning}
            busyText="Sending…"
            onPress={() => object.run({ body: { token } })}
          >
            I am not part of this group
          </SubmitButton>
        </>
      )}
    </Stack>
  );
}
