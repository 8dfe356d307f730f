import { Anchor, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useAction } from '#client/api/use-action.ts';
import { checkDocument, type DocumentInfo } from '#contract/documents.ts';
import { getKindFacts } from '#contract/rules/document-kinds.ts';
import { DocumentCheckNote } from './checked-by.tsx';
import { findDocumentVersions } from './find-versions.ts';
import { PreviewLink } from './preview/preview-link.tsx';
import { RemovalNote } from './removal-note.tsx';
import { useMemberKinds } from './use-document-kinds.ts';

type MemberDocumentsProps = {
  documents: readonly DocumentInfo[];
  memberName: string;
  /** False for external examiners, who cannot check documents. */
  mayCheck: boolean;
  onChecked: () => unknown;
  /** Renders the buttons of a version. */
  renderAction?: (document: DocumentInfo) => ReactNode;
};

export function MemberDocuments({ documents, ...props }: MemberDocumentsProps) {
  const kindLabel = useKindLabel();
  return (
    <Stack component="ul" gap="0.35rem" mt="0.15rem" className="plain" data-no-print>
      {useMemberKinds(documents).map((kind) => {
        const [newest, ...earlier] = findDocumentVersions(documents, kind);
        return (
          <Group component="li" key={kind} gap="0.25rem 0.85rem" className="breakable">
            {newest ? (
              <Newest {...props} document={newest} earlier={earlier} />
            ) : (
              <Text span size="sm" c="dimmed">
                {kindLabel(kind)}: not uploaded
              </Text>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}

type NewestProps = Omit<MemberDocumentsProps, 'documents'> & {
  document: DocumentInfo;
  earlier: readonly DocumentInfo[];
};

function Newest(props: NewestProps) {
  const { document, earlier, memberName, onChecked, renderAction } = props;
  const label = useKindLabel()(document.kind);
  const { isCheckable } = getKindFacts(document.kind);
  const mayCheck = props.mayCheck && isCheckable;
  const isChecked = document.checkedAt !== null;
  const check = useAction(checkDocument, {
    success: '',
    failure: 'Couldn’t save the check',
    // Refetch even after a failure, which may mean that a newer version was uploaded.
    onSettled: onChecked,
  });
  return (
    <>
      <Group component="span" gap="0.25rem 0.85rem">
        <FileLink document={document} memberName={memberName}>
          {label}
        </FileLink>
        <PreviewLink document={document} />
        {renderAction?.(document)}
        {earlier.map((version) => (
          <Fragment key={version._id}>
            <FileLink document={version} memberName={memberName} isOld>
              version {version.version}
            </FileLink>
            {renderAction?.(version)}
          </Fragment>
        ))}
      </Group>
      {mayCheck && !document.removed && (
        <Checkbox
          size="sm"
          label="Checked"
          aria-label={`${label} of ${memberName}: checked`}
          checked={check.input?.body.checked ?? isChecked}
          onChange={(event) =>
            !check.isRunning &&
            check.run({
              params: { documentId: document._id },
              body: { checked: event.currentTarget.checked },
            })
          }
        />
      )}
      <DocumentCheckNote document={document} isShort={mayCheck} />
      {isCheckable && !mayCheck && !isChecked && (
        <Text span size="sm" c="dimmed">
          Not checked yet
        </Text>
      )}
    </>
  );
}

type FileLinkProps = {
  document: DocumentInfo;
  memberName: string;
  isOld?: boolean;
  children: ReactNode;
};

function FileLink({ document, memberName, isOld = false, children }: FileLinkProps) {
  const kindLabel = useKindLabel();
  const { kind, url, version, removed } = document;
  if (removed) {
    return (
      <Text span size="sm" c="dimmed">
        {children}: <RemovalNote document={document} />
      </Text>
    );
  }
  return (
    <Anchor
      href={url}
      target="_blank"
      rel="noopener"
      size="sm"
      c={isOld ? 'dimmed' : undefined}
      underline={isOld ? 'always' : undefined}
    >
      {isOld && <VisuallyHidden>{kindLabel(kind)}, </VisuallyHidden>}
      {children}
      <VisuallyHidden>
        {' '}
        of {memberName}
        {isOld ? '' : ` (version ${version})`}, opens in a new tab
      </VisuallyHidden>
    </Anchor>
  );
}
