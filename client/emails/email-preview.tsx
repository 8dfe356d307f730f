import { Modal, useMatches } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { getEmail } from '#contract/messages/emails.ts';
import { EmailView } from './email-sheet.tsx';

type EmailPreviewProps = {
  emailId: string | null;
  onClose: () => void;
};

export function EmailPreview({ emailId, onClose }: EmailPreviewProps) {
  const shown = useLastDefined(emailId ?? undefined);
  const isNarrow = useMatches({ base: true, sm: false });
  return (
    <Modal
      opened={emailId !== null}
      onClose={onClose}
      title="Email"
      size="46rem"
      fullScreen={isNarrow}
    >
      {shown !== undefined && <EmailLoader emailId={shown} onClose={onClose} />}
    </Modal>
  );
}

function EmailLoader({ emailId, onClose }: { emailId: string; onClose: () => void }) {
  const email = useRead(
    getEmail,
    { params: { emailId } },
    {
      failure: 'Couldn’t load the email',
      staleTime: 0,
      refetchMs: (data) => (data.email.state === 'queued' ? 5000 : false),
    },
  );
  return (
    <Loaded read={email} loading={<LoadingLines lines={6} label="Loading the email…" />}>
      {(data) => <EmailView email={data.email} onDismissed={onClose} />}
    </Loaded>
  );
}
