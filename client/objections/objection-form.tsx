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
          Nothing else has changed yet. The FYP office will ask both sides and then correct the
          group.
        </Text>
      ) : (
        <>
          <Text size="sm">
            Someone added you, with your email address, to the group that the email is about. If
            you’re not part of it, let the FYP office know.
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
