import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { usePortalInfo } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { type DocumentInfo, UploadKind } from '#contract/documents.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { findDocumentVersions } from './find-versions.ts';
import { UploadCard } from './upload-card.tsx';

type UploadCardsProps = {
  groupId: string;
  email: string | undefined;
  documents: readonly DocumentInfo[];
  onUploaded: () => unknown;
};

const hints: Partial<Record<UploadKind, string>> = {
  report: 'One report for each month with a deadline.',
  certificate: 'Your own course or internship certificates, merged into one file.',
};

/** The only kind of upload that belongs to one student instead of the group. */
const personalKind = 'certificate';

/** Shows the cards for project files, then those for further files. Each card has its own busy state (spec 4). */
export function UploadCards({ groupId, email, documents, onUploaded }: UploadCardsProps) {
  const portal = usePortalInfo();
  const { data } = useRead(
    listSubmissions,
    { params: { groupId } },
    { failure: 'Failed to load the deadlines' },
  );
  const deadlinesFor = (kind: UploadKind) =>
    (data?.submissions ?? []).filter((submission) => submission.documents.includes(kind));
  const [busy, setBusy] = useState<readonly UploadKind[]>([]);
  const card = (kind: UploadKind) => (
    <UploadCard
      key={kind}
      kind={kind}
      email={email}
      limit={portal?.sizeLimits[kind]}
      newest={findDocumentVersions(documents, kind)[0]}
      hint={hints[kind]}
      deadlines={deadlinesFor(kind)}
      next={data?.next.find((deadline) => deadline.kind === kind)?.deadlineId}
      isQuiet={kind === personalKind || kind === 'report'}
      onUploaded={onUploaded}
      onBusy={(changed, isBusy) =>
        setBusy((kinds) => [
          ...kinds.filter((busyKind) => busyKind !== changed),
          ...(isBusy ? [changed] : []),
        ])
      }
    />
  );
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {UploadKind.options.filter((kind) => kind !== personalKind && kind !== 'report').map(card)}
      </SimpleGrid>
      <Stack component="section" aria-labelledby="further-files" gap="md" mt="md">
        <Title order={2} size="h3" id="further-files">
          Further files
        </Title>
        {deadlinesFor('report').length > 0 && card('report')}
        <div id="upload-certificate">{card(personalKind)}</div>
      </Stack>

      <LeavePageDialog
        when={busy.length > 0}
        title="Leave and cancel the upload?"
        confirmLabel="Leave"
        cancelLabel="Stay"
      >
        A file is still being uploaded. Leaving this page cancels the upload.
      </LeavePageDialog>
    </Stack>
  );
}
