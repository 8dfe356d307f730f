import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { openDownload } from '#client/api/save-file.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { sizeText } from '#client/ui/size.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { documentKinds } from '#contract/documents.ts';
import { type GroupKind, mostGroups, prepareDownload } from '#contract/downloads.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ActionDialogProps } from './extend-dialog.tsx';
import { PreviewList } from './preview-list.tsx';

type Preview = ReplyOf<typeof prepareDownload>;

/** Personal documents, which are not selected by default. */
const personal: readonly GroupKind[] = ['feeProof', 'certificate', 'evidence'];

const filesText = (count: number) => (count === 1 ? '1 file' : `${count} files`);

/** Downloads the files of the selected groups as one archive, after a preview. */
export function DownloadDialog({ rows, onClose }: Omit<ActionDialogProps, 'deadlines'>) {
  const groupIds = rows.map(({ _id }) => _id);
  return (
    <Modal opened onClose={onClose} title="Download files" size="lg">
      {groupIds.length > mostGroups ? (
        <Text role="alert">Files of at most {mostGroups} groups are downloaded at once.</Text>
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
    { failure: 'Failed to look for files', staleTime: 0 },
  );
  return (
    <Loaded read={read} loading={<LoadingLines lines={8} label="Looking for files…" />}>
      {(preview) => <Form groupIds={groupIds} preview={preview} onClose={onClose} />}
    </Loaded>
  );
}

type FormProps = { groupIds: string[]; preview: Preview; onClose: () => void };

function Form({ groupIds, preview, onClose }: FormProps) {
  const all = preview.kinds.map(({ kind }) => kind);
  const [kinds, setKinds] = useState(all.filter((kind) => !personal.includes(kind)));
  const prepare = useAction(prepareDownload, {
    failure: 'Failed to prepare the files',
    isInline: true,
    onDone: ({ download }) => download && openDownload(download.url),
  });
  const chosen = preview.kinds.filter(({ kind }) => kinds.includes(kind));
  const files = chosen.reduce((sum, kind) => sum + kind.files, 0);
  const bytes = chosen.reduce((sum, kind) => sum + kind.bytes, 0);
  const without = preview.groups.filter((group) => !group.kinds.some((k) => kinds.includes(k)));
  const count = `${filesText(files)} (${sizeText(bytes)})`;
  if (all.length === 0) {
    return <Text>None of these groups has handed in a file yet.</Text>;
  }
  if (prepare.reply?.download) return <Begun onClose={onClose} />;
  return (
    <Stack>
      <Checkbox.Group
        label="Kinds of files"
        description="The newest version of each."
        value={kinds}
        onChange={(values) => setKinds(all.filter((kind) => values.includes(kind)))}
      >
        <Stack gap="xs" mt="xs">
          {preview.kinds.map(({ kind, files: found, bytes: size }) => (
            <Checkbox
              key={kind}
              value={kind}
              label={`${documentKinds[kind].label}: ${filesText(found)}, ${sizeText(size)}`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text role="status">{whatOf(files, groupIds.length - without.length, without.length)}</Text>
      {files > 0 && without.length > 0 && (
        <PreviewList
          label="Groups without any of these files"
          items={without.map(({ groupId, fypGroupName }) => ({
            ...{ id: groupId, name: fypGroupName, what: 'No such file' },
          }))}
        />
      )}
      {prepare.error && (
        <Text role="alert" c="var(--mantine-color-error)">
          {prepare.error}
        </Text>
      )}
      <Button
        disabled={files === 0}
        loading={prepare.isRunning}
        onClick={() => prepare.run({ body: { groupIds, kinds, dryRun: false } })}
      >
        Download {count}
      </Button>
    </Stack>
  );
}

function whatOf(files: number, groups: number, without: number): string {
  if (files === 0) return 'Choose at least one kind.';
  const of = groups === 1 ? '1 group' : `${groups} groups`;
  const none = without === 0 ? '' : `; ${without === 1 ? '1 has' : `${without} have`} none`;
  return `One archive with ${filesText(files)} of ${of}${none}.`;
}

function Begun({ onClose }: { onClose: () => void }) {
  return (
    <Stack>
      <Text role="status">
        The download has begun; your browser shows how far it is. If it breaks off, continue it
        there within an hour.
      </Text>
      <Button onClick={onClose}>Close</Button>
    </Stack>
  );
}
