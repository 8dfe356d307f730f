import { Stack } from '@mantine/core';
import { useState } from 'react';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { FullGroup } from '#contract/groups.ts';
import { ChangeFields } from './change-fields.tsx';
import { ChangePreview } from './change-preview.tsx';
import { type ChangeBody, toChangeBody } from './change-values.ts';
import { type Preview, useChangeForm } from './use-change-form.ts';

type ChangeFormProps = {
  group: FullGroup;
  leavingId: string | undefined;
  onDone: () => void;
  onEnded: (() => void) | undefined;
};

const isSameBody = (previewed: ChangeBody, current: ChangeBody) =>
  JSON.stringify(previewed) === JSON.stringify(current);

/** Asks what changes, shows the consequences, and then makes the change. An edit hides the consequences again. */
export function ChangeForm({ group, leavingId, ...callbacks }: ChangeFormProps) {
  const [preview, setPreview] = useState<Preview>();
  const [refusal, setRefusal] = useState<string>();
  const form = useChangeForm(group, leavingId, (loaded) => {
    setRefusal(undefined);
    setPreview(loaded);
  });
  const refuse = (message: string) => {
    // The versions of this preview may be outdated, so the next attempt needs another one.
    setPreview(undefined);
    setRefusal(message);
  };
  const isShown = preview && isSameBody(preview.body, toChangeBody(form.values));
  return (
    <Stack gap="lg">
      <form {...form.props} aria-label="Change of people">
        <Stack gap="md">
          <FormStatus {...form.status} {...(refusal !== undefined && { error: refusal })} />
          <ChangeFields form={form} group={group} />
          {!isShown && (
            <SubmitButton isBusy={form.isBusy} busyText="Loading the preview…">
              Preview change
            </SubmitButton>
          )}
        </Stack>
      </form>
      {isShown && (
        <ChangePreview groupId={group._id} {...preview} {...callbacks} onRefused={refuse} />
      )}
    </Stack>
  );
}
