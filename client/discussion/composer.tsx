import { Box, Stack } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { DraftNote } from '#client/layout/draft-note.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { DocumentInfo } from '#contract/documents.ts';
import type { MessageReference } from '#contract/messages/discussion.ts';
import { formattingHint } from '#contract/values/formatted/formatted-text.ts';
import { Additions } from './additions.tsx';
import { MentionField } from './mention-field.tsx';
import { type ComposerOptions, useComposer } from './use-composer.ts';

type ComposerProps = ComposerOptions & {
  documents: readonly DocumentInfo[];
  /** The part of the work about which the person asks. */
  asked: Pick<MessageReference, 'kind' | 'id'> | undefined;
};

/** Form at the end of a thread. `Ctrl+Enter` sends it, and `Cmd+Enter` on a Mac. */
export function Composer({ documents, asked, ...options }: ComposerProps) {
  const { form, draft } = useComposer(options);
  const root = useRef<HTMLDivElement>(null);
  const [kind, id] = [asked?.kind, asked?.id];
  const ask = useEffectEvent((about: Pick<MessageReference, 'kind' | 'id'>) => {
    form.setValues({ about, page: '' });
    root.current?.querySelector('textarea')?.focus();
  });
  useEffect(() => {
    if (kind !== undefined && id !== undefined) ask({ kind, id });
  }, [kind, id]);
  return (
    <form {...form.props} aria-label="New message">
      <Stack gap="sm" ref={root}>
        <MentionField
          label="Message"
          description="Type @ to mention someone. Ctrl+Enter sends."
          people={options.people}
          minRows={3}
          maxRows={14}
          onKeyDown={getHotkeyHandler([['mod+Enter', () => form.element.current?.requestSubmit()]])}
          {...form.getInputProps('text')}
        />
        <DraftNote draft={draft} />
        <FormattingHelp />
        <Additions form={form} documents={documents} root={root} />
        <FormStatus {...form.status} />
        <SubmitButton isBusy={form.isBusy} busyText="Sending…" mr="auto">
          Send
        </SubmitButton>
      </Stack>
    </form>
  );
}

function FormattingHelp() {
  return (
    <Box component="details" fz="sm" c="dimmed">
      <Box component="summary" w="fit-content" style={{ cursor: 'pointer' }}>
        Formatting
      </Box>
      {formattingHint}
    </Box>
  );
}
