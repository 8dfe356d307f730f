import { Anchor, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { isCancelled, messageOf } from '#client/api/problems.ts';
import { toast } from '#client/ui/toast.ts';
import { checkDocument, type DocumentInfo, documentKinds } from '#contract/documents.ts';
import { Checked } from './checked.tsx';
import { versionsOf } from './versions-of.ts';

type MemberDocumentsProps = {
  /** The member's own. */
  documents: readonly DocumentInfo[];
  memberName: string;
  /** The supervisor and admins check; the examiner sees. */
  mayCheck: boolean;
  /** Awaited after each check: reads the documents again. */
  onChecked: () => unknown;
};

/** What a member handed in about themselves, and who found it right: a line for each kind. */
export function MemberDocuments({ documents, ...props }: MemberDocumentsProps) {
  return (
    <Stack component="ul" gap="0.35rem" mt="0.15rem" className="plain" data-no-print>
      {(['feeProof', 'certificate'] as const).map((kind) => {
        const [newest, ...earlier] = versionsOf(documents, kind);
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
  const check = useMutation({
    mutationFn: (checked: boolean) =>
      call(checkDocument, { params: { documentId: document._id }, body: { checked } }),
    onSuccess: onChecked,
    onError: async (error) => {
      if (isCancelled(error)) return;
      toast.error(messageOf(error, 'Failed to save the check'));
      // A newer version may have come, which is the one to look at.
      await onChecked();
    },
  });
  return (
    <>
      <Group component="span" gap="0.25rem 0.85rem">
        <FileLink document={document} memberName={memberName}>
          {label}
        </FileLink>
        {earlier.map((old) => (
          <FileLink key={old._id} document={old} memberName={memberName} isOld>
            version {old.version}
          </FileLink>
        ))}
      </Group>
      {mayCheck && (
        <Checkbox
          size="sm"
          label="Checked"
          aria-label={`${label} of ${memberName}: checked`}
          checked={check.isPending ? check.variables : isChecked}
          onChange={(event) => !check.isPending && check.mutate(event.currentTarget.checked)}
        />
      )}
      <Checked document={document} isShort={mayCheck} />
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

/** A plain link in a new tab: the cookie of the login opens the file. */
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
