import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { usePortal } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { LeaveDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { type DocumentInfo, UploadKind } from '#contract/documents.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { UploadCard } from './upload-card.tsx';
import { versionsOf } from './versions-of.ts';

type UploadCardsProps = {
  groupId: string;
  email: string | undefined;
  documents: readonly DocumentInfo[];
  /** Awaited after each upload: reads the documents again. */
  onUploaded: () => unknown;
};

const hints: Partial<Record<UploadKind, string>> = {
  report: 'One for each month that has a deadline.',
  certificate: 'Yours alone: course or internship certificates, merged into one file.',
};

/** What a student uploads for themselves, not for the group. */
const own = 'certificate';

/** The specification's three cards as one set, then further kinds. Each card has a busy state of its own (spec 4). */
export function UploadCards({ groupId, email, documents, onUploaded }: UploadCardsProps) {
  const portal = usePortal();
  const { data } = useRead(
    listSubmissions,
    { params: { groupId } },
    { failure: 'Failed to load the deadlines' },
  );
  const asking = (kind: UploadKind) =>
    (data?.submissions ?? []).filter((submission) => submission.documents.includes(kind));
  const [busy, setBusy] = useState<readonly UploadKind[]>([]);
  const card = (kind: UploadKind) => (
    <UploadCard
      key={kind}
      kind={kind}
      email={email}
      limit={portal?.sizeLimits[kind]}
      newest={versionsOf(documents, kind)[0]}
      hint={hints[kind]}
      deadlines={asking(kind)}
      next={data?.next.find((one) => one.kind === kind)?.deadlineId}
      isQuiet={kind === own || kind === 'report'}
      onUploaded={onUploaded}
      onBusy={(changed, isBusy) =>
        setBusy((kinds) => [
          ...kinds.filter((one) => one !== changed),
          ...(isBusy ? [changed] : []),
        ])
      }
    />
  );
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {UploadKind.options.filter((kind) => kind !== own && kind !== 'report').map(card)}
      </SimpleGrid>
      <Stack component="section" aria-labelledby="further-files" gap="md" mt="md">
        <Title order={2} size="h3" id="further-files">
          Further files
        </Title>
        {asking('report').length > 0 && card('report')}
        <div id="upload-certificate">{card(own)}</div>
      </Stack>

      <LeaveDialog
        when={busy.length > 0}
        title="Leave and cancel the upload?"
        confirmLabel="Leave"
        cancelLabel="Stay"
      >
        A file is still being sent. When you leave this page, its upload is cancelled.
      </LeaveDialog>
    </Stack>
  );
}
