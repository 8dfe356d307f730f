import { Box, Button, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { UploadProgress } from '#client/ui/form/upload-progress.tsx';
import { findFileError, formatUppercaseExtensions } from '#contract/documents.ts';
import { getKindFacts } from '#contract/rules/document-kinds.ts';
import { toMidSentence } from '#contract/settings/kinds.ts';
import { formatSize } from '#contract/values/format-size.ts';
import { UploadReceipt } from './upload-receipt.tsx';
import { type UploadCardProps, useFileUpload } from './use-file-upload.ts';

/** Checks the file's type and size before sending anything (spec 5, 8). */
export function UploadCard(props: UploadCardProps) {
  const { kind } = props;
  const id = useId();
  const { upload, ...fileForm } = useFileUpload(props);
  const card = useBusyCard(upload.isRunning, (isBusy) => props.onBusy(kind.kind, isBusy));
  useLinkedCard(card, props.chosen ? undefined : `upload-${kind.kind}`);
  // The minimum height prevents a layout shift when an upload starts.
  const fields = (
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
  );
  if (props.chosen) {
    return (
      <div ref={card} tabIndex={-1} style={{ outline: 'none' }}>
        {fields}
      </div>
    );
  }
  return (
    <section aria-labelledby={id} ref={card} tabIndex={-1} id={`upload-${kind.kind}`}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="sm">
        <CardHead {...props} id={id} />
        {fields}
      </SimpleGrid>
    </section>
  );
}

type FileFormProps = UploadCardProps & Omit<ReturnType<typeof useFileUpload>, 'upload'>;

function FileForm(props: FileFormProps) {
  const { kind, rules, file, choose, error, send, deadlines, deadline, setChoice } = props;
  const { chosen, receipt } = props;
  const { label, extensions, maxBytes } = rules;
  const { isPerDeadline } = getKindFacts(kind.kind);
  if (chosen && receipt?.document) {
    return (
      <Stack gap="md">
        <UploadReceipt {...receipt} document={receipt.document} />
        <Button onClick={chosen.onDone} ms="auto">
          Done
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      {!chosen && (isPerDeadline || deadlines.length > 1) && (
        <Select
          label={isPerDeadline ? 'Month' : 'Deadline'}
          placeholder="Choose a deadline"
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
            description={`${formatUppercaseExtensions(extensions)}, up to ${formatSize(maxBytes)}`}
            value={file}
            onChange={choose}
            check={(newFile) => findFileError(rules, newFile)?.message}
            error={error}
          />
        </Box>
        <Button variant={file ? 'filled' : 'default'} mb="0.4rem" onClick={send}>
          Upload {toMidSentence(label)}
        </Button>
      </Group>
      {receipt?.document && <UploadReceipt {...receipt} document={receipt.document} />}
    </Stack>
  );
}

/** Names the versions that this upload removes. Each monthly report has versions of its own. */
function NextRemovals({ removals }: Pick<FileFormProps, 'removals'>) {
  if (removals.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      The next upload removes {removals.length === 1 ? 'version' : 'versions'}{' '}
      {new Intl.ListFormat('en-GB').format(removals.map(String))}.
    </Text>
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
function useLinkedCard(card: RefObject<HTMLDivElement | null>, id: string | undefined) {
  const { hash } = useLocation();
  useEffect(() => {
    if (id === undefined || hash !== `#${id}`) return;
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
