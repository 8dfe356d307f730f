import { Button, VisuallyHidden } from '@mantine/core';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { submitDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { findCertificates } from '#contract/students/certificates.ts';
import { listSubmissions, type ReusableVersion } from '#contract/submissions.ts';
import { formatDate } from '#contract/values/time.ts';

type ReuseButtonsProps = {
  title: string;
  reusable: readonly ReusableVersion[];
  /** Called when the request has finished, so that the focus can be moved away from the removed button. */
  onSettled: () => unknown;
};

/** Shows a button for each missing file that the group has already uploaded for another deadline. */
export function ReuseFileButtons({ title, reusable, onSettled }: ReuseButtonsProps) {
  const zone = useTimeZone();
  const kindLabel = useKindLabel();
  const submit = useAction(submitDocument, {
    failure: 'Couldn’t submit the file',
    invalidates: [listSubmissions, findGroup, findCertificates],
    onSettled,
  });
  return reusable.map(({ deadlineId, documentId, kind, uploadedAt }) => (
    <Button
      key={documentId}
      variant="default"
      size="xs"
      loading={submit.input?.params.documentId === documentId}
      onClick={() => submit.run({ params: { documentId }, body: { deadline: deadlineId } })}
    >
      Use the version from {formatDate(uploadedAt, zone)}
      <VisuallyHidden>
        : {kindLabel(kind)} for {title}
      </VisuallyHidden>
    </Button>
  ));
}
