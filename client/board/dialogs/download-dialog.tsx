import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { startBrowserDownload } from '#client/api/files/save-file.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { EndpointInput, EndpointReply } from '#contract/endpoint.ts';
import { maxDownloadGroups, prepareDownload } from '#contract/exports/downloads.ts';
import { formatSize } from '#contract/values/format-size.ts';
import type { BoardActionDialogProps } from './extend-dialog.tsx';
import { GroupPreviewList } from './preview-list.tsx';

type Preview = EndpointReply<typeof prepareDownload>;

const formatFileCount = (count: number) => (count === 1 ? '1 file' : `${count} files`);

export function DownloadDialog({ rows, onClose }: Omit<BoardActionDialogProps, 'deadlines'>) {
  const groupIds = rows.map(({ _id }) => _id);
  return (
    <Modal opened onClose={onClose} title="Download files" size="lg">
      {groupIds.length > maxDownloadGroups ? (
        <Text role="alert">
          You can download the files of up to {maxDownloadGroups} groups at once. Select fewer
          groups.
        </Text>
      ) : (
        <Choice groupIds={groupIds} onClose={onClose} />
      )}
    </Modal>
  );
}

function Choice({ groupIds, onClose }: { groupIds: string[]; onClose: () => void }) {
  const read = useRead(
    prepareDownload,
    { body: { groupIds, kinds: [], dryRun: true } },
    { failure: 'Couldn’t list the files', staleTime: 0 },
  );
  return (
    <Loaded read={read} loading={<LoadingLines lines={8} label="Loading the list of files…" />}>
      {(preview) => <Form groupIds={groupIds} preview={preview} onClose={onClose} />}
    </Loaded>
  );
}

async function prepareAndStart(input: EndpointInput<typeof prepareDownload>) {
  const reply = await call(prepareDownload, input);
  if (reply.download) await startBrowserDownload(reply.download.url);
  return reply;
}

type FormProps = { groupIds: string[]; preview: Preview; onClose: () => void };

function Form({ groupIds, preview, onClose }: FormProps) {
  const all = preview.kinds.map(({ kind }) => kind);
  // Files of single members may be personal, such as fee proofs.
  const [kinds, setKinds] = useState(
    preview.kinds.filter(({ isPerMember }) => !isPerMember).map(({ kind }) => kind),
  );
  const prepare = useAction(prepareAndStart, {
    failure: 'Couldn’t prepare the files',
    isInline: true,
  });
  const chosen = preview.kinds.filter(({ kind }) => kinds.includes(kind));
  const files = chosen.reduce((sum, kind) => sum + kind.files, 0);
  const bytes = chosen.reduce((sum, kind) => sum + kind.bytes, 0);
  const emptyGroups = preview.groups.filter((group) => !group.kinds.some((k) => kinds.includes(k)));
  const count = `${formatFileCount(files)} (${formatSize(bytes)})`;
  if (all.length === 0) {
    return <Text>These groups haven’t submitted any files yet.</Text>;
  }
  if (prepare.reply?.download) return <DownloadStarted onClose={onClose} />;
  return (
    <Stack>
      <Checkbox.Group
        label="Kinds of files"
        description="The latest version of each file."
        value={kinds}
        onChange={(values) => setKinds(all.filter((kind) => values.includes(kind)))}
      >
        <Stack gap="xs" mt="xs">
          {preview.kinds.map(({ kind, label, files: fileCount, bytes: size }) => (
            <Checkbox
              key={kind}
              value={kind}
              label={`${label}: ${formatFileCount(fileCount)}, ${formatSize(size)}`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text role="status">
        {formatSummary(files, groupIds.length - emptyGroups.length, emptyGroups.length)}
      </Text>
      {files > 0 && emptyGroups.length > 0 && (
        <GroupPreviewList
          label="Groups without any of these files"
          items={emptyGroups.map(({ groupId, fypGroupName }) => ({
            id: groupId,
            name: fypGroupName,
            text: 'No such file',
          }))}
        />
      )}
      {prepare.error && (
        <Text role="alert" c="var(--mantine-color-error)">
          {prepare.error}
        </Text>
      )}
      <DialogFooter>
        <SubmitButton
          disabled={files === 0}
          isBusy={prepare.isRunning}
          busyText="Preparing the files…"
          onPress={() => prepare.run({ body: { groupIds, kinds, dryRun: false } })}
        >
          {`Download ${count}`}
        </SubmitButton>
      </DialogFooter>
    </Stack>
  );
}

function formatSummary(files: number, groups: number, emptyGroups: number): string {
  if (files === 0) return 'Choose at least one kind.';
  const groupCount = groups === 1 ? '1 group' : `${groups} groups`;
  const none =
    emptyGroups === 0 ? '' : `; ${emptyGroups === 1 ? '1 has' : `${emptyGroups} have`} none`;
  return `One archive with ${formatFileCount(files)} of ${groupCount}${none}.`;
}

function DownloadStarted({ onClose }: { onClose: () => void }) {
  return (
    <Stack>
      <Text role="status">
        The download has started; your browser shows its progress. If it is interrupted, resume it
        in the browser within an hour.
      </Text>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Stack>
  );
}
