import { Box, Button, Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { useUpload } from '#client/api/files/use-upload.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { getErrorMessage, isCancelled } from '#client/api/problems.ts';
import { toast } from '#client/api/toast.ts';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { UploadProgress } from '#client/ui/form/upload-progress.tsx';
import {
  type DocumentInfo,
  documentKinds,
  findFileError,
  formatSize,
  type UploadKind,
  uploadDocument,
} from '#contract/documents.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { formatLateness, type Submission } from '#contract/rules/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';

export type UploadCardProps = {
  kind: UploadKind;
  email: string | undefined;
  /** Maximum file size in bytes. If undefined, the default maximum applies. */
  limit?: number;
  newest?: DocumentInfo;
  hint?: string;
  deadlines: readonly Pick<Submission, 'deadlineId' | 'title'>[];
  next: string | undefined;
  /** True for the flat layout of less important kinds of documents. */
  isQuiet?: boolean;
  onUploaded: () => unknown;
  onBusy: (kind: UploadKind, isBusy: boolean) => void;
};

function useFileUpload({ kind, email, deadlines, next, onUploaded }: UploadCardProps) {
  const [file, setFile] = useState<File>();
  const [choice, setChoice] = useState<string>();
  const isKnown = deadlines.some(({ deadlineId }) => deadlineId === choice);
  const deadline = isKnown ? choice : next;
  const [receipt, setReceipt] = useState<EndpointReply<typeof uploadDocument>>();
  const [error, setError] = useState<string>();
  const upload = useUpload();
  const send = async () => {
    setError(undefined);
    if (!file || !email) return toast.info('Missing file or user email.');
    try {
      const query = deadline === undefined ? {} : { query: { deadline } };
      const input = { params: { kind, email }, ...query, body: { file } };
      const reply = await upload.run((options) => call(uploadDocument, input, options), {
        isRetried: true,
      });
      setReceipt(reply);
    } catch (failure) {
      if (isCancelled(failure)) return;
      const message = getErrorMessage(failure, 'Upload failed.', 'Server error during upload.');
      // The toast closes automatically, so also show the error on the card.
      setError(message);
      return toast.error(message);
    }
    setFile(undefined);
    toast.success(`${kind.toUpperCase()} uploaded successfully.`);
    await onUploaded();
  };
  const choose = (chosen: File | undefined) => {
    setError(undefined);
    setFile(chosen);
  };
  return { file, choose, error, deadline, setChoice, receipt, send: () => void send(), upload };
}

/** Checks the file's type and size before sending anything (spec 5, 8). */
export function UploadCard(props: UploadCardProps) {
  const { kind } = props;
  const id = useId();
  const { upload, ...fileForm } = useFileUpload(props);
  const card = useBusyCard(upload.isRunning, (isBusy) => props.onBusy(kind, isBusy));
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      ref={card}
      tabIndex={-1}
      p={{ base: 'md', sm: 'lg' }}
      bg={props.isQuiet ? 'transparent' : undefined}
    >
      <SimpleGrid cols={{ base: 1, md: props.isQuiet ? 2 : 1 }} spacing="xl" verticalSpacing="md">
        <CardHead {...props} id={id} />
        {/* Prevent a layout shift when an upload starts. */}
        <Box mih="9.55rem">
          {upload.fraction !== undefined && fileForm.file ? (
            <Stack gap="sm">
              <Text size="sm" fw={600} truncate>
                {fileForm.file.name}
              </Text>
              <UploadProgress
                label={`Uploading ${documentKinds[kind].label.toLowerCase()}`}
                fraction={upload.fraction}
                size={fileForm.file.size}
                isInterrupted={upload.isInterrupted}
                onCancel={upload.cancel}
              />
            </Stack>
          ) : (
            <FileForm {...props} {...fileForm} />
          )}
        </Box>
      </SimpleGrid>
    </Paper>
  );
}

type FileFormProps = UploadCardProps & Omit<ReturnType<typeof useFileUpload>, 'upload'>;

function FileForm(props: FileFormProps) {
  const { kind, limit, file, choose, error, send, deadlines, deadline, setChoice, receipt } = props;
  const { label, extensions, maxBytes } = documentKinds[kind];
  const sizeLimit = limit ?? maxBytes;
  const formats = extensions.map((extension) => extension.toUpperCase()).join(' or ');
  return (
    <Stack gap="md" align="stretch">
      {(kind === 'report' || deadlines.length > 1) && (
        <Select
          label={kind === 'report' ? 'Month' : 'Deadline'}
          placeholder="Choose a deadline"
          allowDeselect={false}
          data={deadlines.map(({ deadlineId, title }) => ({ value: deadlineId, label: title }))}
          value={deadline ?? null}
          onChange={(value) => setChoice(value ?? undefined)}
        />
      )}
      <FilePicker
        label={`${label} file`}
        accept={extensions}
        description={`${formats}, at most ${formatSize(sizeLimit)}`}
        value={file}
        onChange={choose}
        check={(chosen) => findFileError(kind, chosen, sizeLimit)?.message}
        error={error}
      />
      <Button variant={file ? 'filled' : 'default'} mr="auto" onClick={send}>
        Upload {label.toLowerCase()}
      </Button>
      {receipt && <Receipt {...receipt} />}
    </Stack>
  );
}

function Receipt({ document, lateMs }: EndpointReply<typeof uploadDocument>) {
  const zone = useTimeZone();
  const { name, size, sha256, uploadedAt, uploadedBy } = document;
  return (
    <Box role="status">
      <Text size="sm" fw={600}>
        Received{lateMs > 0 && `, ${formatLateness(lateMs)} late`}
      </Text>
      <Text size="sm" c="dimmed" className="breakable">
        <bdi>{name}</bdi> · {formatSize(size)} · {formatDateTime(uploadedAt, zone)} · by{' '}
        <bdi>{uploadedBy}</bdi>
      </Text>
      <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        SHA-256 {sha256}
      </Text>
    </Box>
  );
}

function CardHead({ id, kind, newest, hint }: UploadCardProps & { id: string }) {
  const zone = useTimeZone();
  return (
    <Stack gap={4}>
      <Title order={3} size="h4" id={id}>
        {documentKinds[kind].label}
      </Title>
      <Text size="sm" c="dimmed">
        {newest
          ? `Version ${newest.version}, ${formatDateTime(newest.uploadedAt, zone)}`
          : 'Not uploaded yet'}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </Stack>
  );
}

/** Calls `onBusy` and refocuses the card when an upload starts or ends, because its focused button is replaced. */
function useBusyCard(isBusy: boolean, onBusy: (isBusy: boolean) => void) {
  const card = useRef<HTMLDivElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current === isBusy) return;
    wasBusy.current = isBusy;
    onBusy(isBusy);
    const { activeElement } = document;
    const isLost = activeElement === document.body || card.current?.contains(activeElement);
    if (isLost) card.current?.focus({ preventScroll: true });
  });
  return card;
}
