import { Anchor, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useAction } from '#client/api/use-action.ts';
import { checkDocument, type DocumentInfo, documentKinds } from '#contract/documents.ts';
import { DocumentCheckNote } from './checked-by.tsx';
import { findDocumentVersions } from './find-versions.ts';

type MemberDocumentsProps = {
  documents: readonly DocumentInfo[];
  memberName: string;
  /** False for external examiners, who cannot check documents. */
  mayCheck: boolean;
  onChecked: () => unknown;
};

export function MemberDocuments({ documents, ...props }: MemberDocumentsProps) {
  return (
    <Stack component="ul" gap="0.35rem" mt="0.15rem" className="plain" data-no-print>
      {(['feeProof', 'certificate'] as const).map((kind) => {
        const [newest, ...earlier] = findDocumentVersions(documents, kind);
        return (
          <Group component="li" key={kind} gap="0.25rem 0.85rem" className="breakable">
            {newest ? (
              <Newest {...props} document={newest} earlier={earlier} />
            ) : (
              <Text span size="sm" c="dimmed">
                {documentKinds[kind].label}: not uploaded
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

function Newest({ document, earlier, memberName, mayCheck, onChecked }: NewestProps) {
  const { label } = documentKinds[document.kind];
  const isChecked = document.checkedAt !== null;
  const check = useAction(checkDocument, {
    success: '',
    failure: 'Failed to save the check',
    // Refetch even after a failure, which may mean that a newer version was uploaded.
    onSettled: onChecked,
  });
  return (
    <>
      <Group component="span" gap="0.25rem 0.85rem">
        <FileLink document={document} memberName={memberName}>
          {label}
        </FileLink>
        {earlier.map((version) => (
          <FileLink key={version._id} document={version} memberName={memberName} isOld>
            version {version.version}
          </FileLink>
        ))}
      </Group>
      {mayCheck && (
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
      {!mayCheck && !isChecked && (
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
  children: React.ReactNode;
};

function FileLink({ document, memberName, isOld = false, children }: FileLinkProps) {
  const { kind, url, version } = document;
  return (
    <Anchor
      href={url}
      target="_blank"
      rel="noopener"
      size="sm"
      c={isOld ? 'dimmed' : undefined}
      underline={isOld ? 'always' : undefined}
    >
      {isOld && <VisuallyHidden>{documentKinds[kind].label}, </VisuallyHidden>}
      {children}
      <VisuallyHidden>
        {' '}
        of {memberName}
        {isOld ? '' : ` (version ${version})`}, opens in a new tab
      </VisuallyHidden>
    </Anchor>
  );
}
