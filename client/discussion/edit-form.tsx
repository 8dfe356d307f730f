import { Button, Group, Stack } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import {
  type DiscussionMessage,
  editMessage,
  editMinutes,
  listMessages,
} from '#contract/messages/discussion.ts';
import { type MentionedPerson, showMentions, writeMentions } from '#contract/messages/mentions.ts';
import { MentionField } from './mention-field.tsx';

type EditFormProps = {
  message: DiscussionMessage;
  /** The typed text. */
  source: string;
  people: readonly MentionedPerson[];
  onDone: () => void;
};

export function EditForm({ message, source, people, onDone }: EditFormProps) {
  const { _id: messageId } = message;
  const getName = (personId: string) =>
    people.find(({ id }) => id === personId)?.name ?? `{${personId}}`;
  const form = useSendForm({
    initialValues: { text: showMentions(source, getName) },
    validate: { text: createFieldValidator(editMessage.body.shape.text) },
    send: ({ text }, options) =>
      call(
        editMessage,
        { params: { messageId }, body: { text: writeMentions(text, people) } },
        options,
      ),
    failure: 'Couldn’t save the message',
    onDone: async () => {
      await invalidateEndpoints(listMessages);
      onDone();
    },
  });
  const submit = () => form.element.current?.requestSubmit();
  return (
    <form {...form.props}>
      <Stack gap="sm">
        <FormStatus {...form.status} />
        <MentionField
          label="Edit the message"
          description={`You can edit a message for ${editMinutes} minutes after you send it.`}
          people={people}
          minRows={2}
          maxRows={14}
          data-autofocus
          autoFocus
          onKeyDown={getHotkeyHandler([
            ['mod+Enter', submit],
            ['Escape', onDone],
          ])}
          {...form.getInputProps('text')}
        />
        <Group gap="sm">
          <SubmitButton isBusy={form.isBusy} busyText="Saving…">
            Save
          </SubmitButton>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
