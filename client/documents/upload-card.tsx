import { Box, Button, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '#client/api/connection/call.ts';
import { useRequest } from '#client/api/connection/use-request.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { getErrorMessage, isCancelled } from '#client/api/problems.ts';
import { toast } from '#client/api/toast.ts';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { UploadProgress } from '#client/ui/form/upload-progress.tsx';
import {
  findFileError,
  formatSize,
  formatUppercaseExtensions,
  uploadDocument,
} from '#contract/documents.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { type FileRules, getKindFacts } from '#contract/rules/document-kinds.ts';
import { formatLateness, type Submission } from '#contract/rules/submissions.ts';
import { type CohortKind, formatUploadMessage, toMidSentence } from '#contract/settings/kinds.ts';
import type { VersionToRemove } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';

export type UploadCardProps = {
  kind: CohortKind;
  rules: FileRules;
  email: string | undefined;
  hint?: string;
  deadlines: readonly Pick<Submission, 'deadlineId' | 'title'>[];
  next: string | undefined;
  /** Versions that the next upload removes. */
  nextRemovals: readonly VersionToRemove[];
  /** Due dates and versions, shown beside the file field. */
  children: ReactNode;
  onUploaded: () => unknown;
  onBusy: (kind: string, isBusy: boolean) => void;
};

function useFileUpload({ kind, email, deadlines, next, onUploaded }: UploadCardProps) {
  const [file, setFile] = useState<File>();
  const [choice, setChoice] = useState<string>();
  const isKnown = deadlines.some(({ deadlineId }) => deadlineId === choice);
  const deadline = isKnown ? choice : next;
  const [receipt, setReceipt] = useState<Partial<EndpointReply<typeof uploadDocument>>>();
  const [error, setError] = useState<string>();
  const upload = useRequest();
  const send = async () => {
    setError(undefined);
    if (!file || !email) return toast.info('Missing file or user email.');
    try {
      const query = deadline === undefined ? {} : { query: { deadline } };
      const input = { params: { kind: kind.kind, email }, ...query, body: { file } };
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
    toast.success(formatUploadMessage(kind));
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
  const card = useBusyCard(upload.isRunning, (isBusy) => props.onBusy(kind.kind, isBusy));
  useLinkedCard(card, `upload-${kind.kind}`);
  return (
    <section aria-labelledby={id} ref={card} tabIndex={-1} id={`upload-${kind.kind}`}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="sm">
        <CardHead {...props} id={id} />
        {/* Prevent a layout shift when an upload starts. */}
        <Box mih="6.2rem">
          {upload.fraction !== undefined && fileForm.file ? (
            <Stack gap="sm">
              <Text size="sm" fw={600} truncate>
                {fileForm.file.name}
              </Text>
              <UploadProgress
                label={`Uploading ${toMidSentence(kind.label)}`}
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
    </section>
  );
}

type FileFormProps = UploadCardProps & Omit<ReturnType<typeof useFileUpload>, 'upload'>;

function FileForm(props: FileFormProps) {
  const { kind, rules, file, choose, error, send, deadlines, deadline, setChoice, receipt } = props;
  const { label, extensions, maxBytes } = rules;
  const { isPerDeadline } = getKindFacts(kind.kind);
  return (
    <Stack gap="sm">
      {(isPerDeadline || deadlines.length > 1) && (
        <Select
          label={isPerDeadline ? 'Month' : 'Deadline'}
          placeholder="Choose a deadline"
          allowDeselect={false}
          data={deadlines.map(({ deadlineId, title }) => ({ value: deadlineId, label: title }))}
          value={deadline ?? null}
          onChange={(value) => setChoice(value ?? undefined)}
        />
      )}
      <NextRemovals {...props} />
      <Group gap="sm" align="flex-end">
        <Box flex="1 1 15rem" miw={0}>
          <FilePicker
            label={`${label} file`}
            accept={extensions}
            description={`${formatUppercaseExtensions(extensions)}, at most ${formatSize(maxBytes)}`}
            value={file}
            onChange={choose}
            check={(chosen) => findFileError(rules, chosen)?.message}
            error={error}
          />
        </Box>
        <Button variant={file ? 'filled' : 'default'} mb="0.4rem" onClick={send}>
          Upload {toMidSentence(label)}
        </Button>
      </Group>
      {receipt?.document && <Receipt {...receipt} document={receipt.document} />}
    </Stack>
  );
}

/** Names the versions that this upload removes. Each monthly report has versions of its own. */
function NextRemovals({ nextRemovals, deadline }: FileFormProps) {
  const versions = nextRemovals
    .filter(({ deadlineId }) => deadlineId === null || deadlineId === deadline)
    .map(({ version }) => String(version));
  if (versions.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      The next upload removes {versions.length === 1 ? 'version' : 'versions'}{' '}
      {new Intl.ListFormat('en-GB').format(versions)}.
    </Text>
  );
}

type ReceiptProps = Pick<EndpointReply<typeof uploadDocument>, 'document'> & { lateMs?: number };

function Receipt({ document, lateMs = 0 }: ReceiptProps) {
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

function CardHead({ id, kind, hint, children }: UploadCardProps & { id: string }) {
  return (
    <Stack gap={4} className="breakable">
      <Title order={3} size="h4" id={id}>
        {kind.label}
      </Title>
      {children}
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </Stack>
  );
}

/** Scrolls to and focuses the card that the URL names, because the browser looks for it before the page has loaded. */
function useLinkedCard(card: RefObject<HTMLDivElement | null>, id: string) {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== `#${id}`) return;
    card.current?.scrollIntoView();
    card.current?.focus({ preventScroll: true });
  }, [card, hash, id]);
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
