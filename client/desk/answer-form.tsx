import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { call } from '#client/api/connection/call.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { answerAnnouncement } from '#contract/messages/announcements.ts';

type AnswerFormProps = { announcementId: string; title: string };

/** A button that opens a form for an answer to the FYP office. */
export function AnswerForm({ announcementId, title }: AnswerFormProps) {
  const [isOpen, form] = useDisclosure(false);
  if (!isOpen) {
    return (
      <Button
        variant="default"
        size="xs"
        mt="sm"
        aria-label={`Answer ${title}`}
        onClick={form.open}
      >
        Answer
      </Button>
    );
  }
  return <OpenForm announcementId={announcementId} title={title} onClose={form.close} />;
}

function OpenForm({ announcementId, title, onClose }: AnswerFormProps & { onClose: () => void }) {
  const form = useSendForm({
    initialValues: { text: '' },
    send: (body, options) =>
      call(answerAnnouncement, { params: { announcementId }, body }, options),
    failure: 'Couldn’t send the answer',
    onDone: ({ message }) => {
      toast.success(message);
      onClose();
    },
  });
  return (
    <form {...form.props} aria-label={`Answer to ${title}`}>
      <FormStatus {...form.status} />
      <GrowingTextarea
        label="Your answer"
        description="Only the FYP office can read it."
        required
        data-autofocus
        autoFocus
        mt="sm"
        minRows={2}
        maxRows={8}
        {...form.getInputProps('text')}
      />
      <Group gap="sm" mt="sm">
        <SubmitButton isBusy={form.isBusy} busyText="Sending…">
          Send
        </SubmitButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
