import { Alert, Anchor, CloseButton, Group, Modal, NativeSelect, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import type { DocumentInfo } from '#contract/documents.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { FilePreview } from './file-preview.tsx';
import classes from './preview.module.css';
import { isFile, usePreviewParameters } from './preview-parameters.ts';
import { getPreviewType } from './preview-types.ts';

/** Shows the file that the URL names beside the page, or over it in a narrow window. */
export function PreviewPanel({ documents }: { documents: readonly DocumentInfo[] }) {
  const { previewed, show } = usePreviewParameters();
  // On paper a dialog would cover the page.
  const isWide = useMediaQuery('(min-width: 64em), print', true, {
    getInitialValueInEffect: false,
  });
  const kindLabel = useKindLabel();
  if (!previewed) return null;
  const document =
    previewed.id === undefined
      ? findLatest(documents, previewed.file)
      : documents.find(({ _id }) => _id === previewed.id);
  const close = () => show({});
  const title = document ? `Preview: ${kindLabel(document.kind)}` : 'Preview';
  const content =
    document && getPreviewType(document) ? (
      <Previews document={document} documents={documents} />
    ) : previewed.id === undefined ? (
      <Alert m="md" role="alert" title="No file to display">
        This group hasn’t submitted this file, or the browser can’t display it.
      </Alert>
    ) : (
      <Alert m="md" role="alert" title="Couldn’t display this file">
        It was removed, you don’t have access, or the link is incomplete. Choose another file under
        Documents.
      </Alert>
    );
  if (isWide) {
    return (
      <Aside
        title={title}
        documentId={document?._id}
        takesFocus={previewed.id !== undefined}
        onClose={close}
      >
        {content}
      </Aside>
    );
  }
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      fullScreen
      classNames={{ content: classes.dialog, body: classes.dialogBody }}
      closeButtonProps={{ 'aria-label': 'Close the preview' }}
    >
      {content}
    </Modal>
  );
}

/** Returns the latest version of a file that another group's preview showed. */
const findLatest = (documents: readonly DocumentInfo[], file: string | undefined) =>
  documents
    .filter((document) => isFile(document, file) && !document.removed)
    .toSorted((a, b) => b.version - a.version)[0];

type AsideProps = {
  title: string;
  documentId: string | undefined;
  /** False for a file that stays open beside the next group, whose marks keep the focus. */
  takesFocus: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Moves the focus to its heading when a link opens a file, and back to the link when it closes. */
function Aside({ title, documentId, takesFocus, onClose, children }: AsideProps) {
  const aside = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const link = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link opens another file while the panel is open
  useEffect(() => {
    const { activeElement } = document;
    // A version chosen in the panel keeps the focus there.
    if (!takesFocus || aside.current?.contains(activeElement)) return;
    link.current = activeElement;
    heading.current?.focus({ preventScroll: true });
  }, [takesFocus, documentId]);
  useEffect(
    () => () => {
      if (link.current instanceof HTMLElement) link.current.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <aside ref={aside} className={classes.aside} aria-label={title} data-split data-no-print>
      <Group justify="space-between" wrap="nowrap" px="md" py="xs">
        <Text component="h2" ref={heading} tabIndex={-1} fw={600} className={classes.heading}>
          {title}
        </Text>
        <CloseButton aria-label="Close the preview" onClick={onClose} />
      </Group>
      {children}
    </aside>
  );
}

type PreviewsProps = { document: DocumentInfo; documents: readonly DocumentInfo[] };

/** Shows one version, or two versions of a PDF side by side. */
function Previews({ document, documents }: PreviewsProps) {
  const { previewed, show } = usePreviewParameters();
  const versions = documents
    .filter((other) => isVersionOf(other, document) && getPreviewType(other) !== undefined)
    .toSorted((a, b) => b.version - a.version);
  const beside = versions.find(({ _id }) => _id === previewed?.besideId);
  const showVersion = (id: string, besideId?: string) => {
    const version = versions.find(({ _id }) => _id === id);
    if (version) show({ document: version, besideId });
  };
  const mayCompare = getPreviewType(document) === 'pdf' && versions.length > 1;
  return (
    <>
      <Group px="md" pb="xs" gap="xs 1rem" align="flex-end">
        <VersionSelect
          label="Version"
          versions={versions}
          value={document._id}
          onChange={(id) => showVersion(id, beside?._id)}
        />
        {mayCompare && (
          <VersionSelect
            label="Compare with"
            none="No other version"
            versions={versions.filter(({ _id }) => _id !== document._id)}
            value={beside?._id ?? ''}
            onChange={(besideId) => show({ document, besideId })}
          />
        )}
        <Anchor href={document.url} target="_blank" rel="noopener" size="sm" pb={6}>
          Open in a new tab
        </Anchor>
      </Group>
      <div className={classes.panes}>
        {[document, beside].map(
          (shown) =>
            shown && <FilePreview key={shown._id} document={shown} page={previewed?.page ?? 1} />,
        )}
      </div>
    </>
  );
}

/** Returns true if both are versions of the same file. */
const isVersionOf = (a: DocumentInfo, b: DocumentInfo) =>
  a.kind === b.kind && a.memberId === b.memberId && a.deadlineId === b.deadlineId;

type VersionSelectProps = {
  label: string;
  versions: readonly DocumentInfo[];
  value: string;
  /** Label of the choice of no version. */
  none?: string;
  onChange: (id: string) => void;
};

function VersionSelect({ label, versions, value, none, onChange }: VersionSelectProps) {
  const zone = useTimeZone();
  const choices = versions.map(({ _id, version, uploadedAt }) => ({
    value: _id,
    label: `${version}, ${formatDateTime(uploadedAt, zone)}`,
  }));
  return (
    <NativeSelect
      label={label}
      size="xs"
      data={none === undefined ? choices : [{ value: '', label: none }, ...choices]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
