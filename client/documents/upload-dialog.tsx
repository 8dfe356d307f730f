import { Modal } from '@mantine/core';
import { useState } from 'react';
import { usePortalInfo } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import type { ChosenUpload } from '#client/feature.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { defaultSizeLimits } from '#contract/rules/document-kinds.ts';
import { getFileRules, toMidSentence } from '#contract/settings/kinds.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { invalidateUploads } from './invalidate-uploads.ts';
import { LeaveUploadDialog } from './leave-upload-dialog.tsx';
import { UploadCard } from './upload-card.tsx';

type UploadDialogProps = {
  email: string | undefined;
  /** The dialog is open unless this is undefined. */
  chosen: ChosenUpload | undefined;
  onClose: () => void;
};

/** Uploads a chosen file for its deadline and shows the receipt, or the error with another file field. */
export function UploadDialog({ email, chosen, onClose }: UploadDialogProps) {
  const shown = useLastDefined(chosen);
  const [isBusy, setIsBusy] = useState(false);
  const sizeLimits = usePortalInfo()?.sizeLimits ?? defaultSizeLimits;
  const { data, error } = useRead(
    listSubmissions,
    { params: { groupId: shown?.groupId ?? '' } },
    { failure: 'Couldn’t load the deadlines', isWanted: shown !== undefined },
  );
  return (
    <>
      <Modal
        opened={chosen !== undefined}
        // Closing the dialog would cancel the upload, which has a button of its own.
        onClose={() => !isBusy && onClose()}
        withCloseButton={!isBusy}
        closeOnClickOutside={false}
        title={
          shown && (
            <>
              Upload {toMidSentence(shown.kind.label)}: <bdi>{shown.deadline.title}</bdi>
            </>
          )
        }
        size="32rem"
      >
        {/* An upload that removes earlier versions is confirmed first, so wait until they are known. */}
        {shown && !data && error === undefined && (
          <LoadingLines lines={3} label="Loading the deadlines…" />
        )}
        {shown && (data || error !== undefined) && (
          <UploadCard
            key={`${shown.file.name} ${shown.file.lastModified}`}
            kind={shown.kind}
            rules={getFileRules(shown.kind, sizeLimits)}
            email={email}
            deadlines={[shown.deadline]}
            next={shown.deadline.deadlineId}
            nextRemovals={data?.nextRemovals.filter(({ kind }) => kind === shown.kind.kind) ?? []}
            chosen={{ file: shown.file, onDone: onClose }}
            onUploaded={invalidateUploads}
            onBusy={(_, busy) => setIsBusy(busy)}
          />
        )}
      </Modal>
      {/* Mounted only while it is needed: the router asks only the last of several such dialogs of a page. */}
      {isBusy && <LeaveUploadDialog when />}
    </>
  );
}
