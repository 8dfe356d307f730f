import { useState } from 'react';
import { useKinds } from '#client/api/cohorts/cohort-content.ts';
import { usePortalInfo } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import type { DocumentInfo } from '#contract/documents.ts';
import { defaultSizeLimits, getKindFacts } from '#contract/rules/document-kinds.ts';
import {
  type CohortKind,
  getFileRules,
  getUploadHint,
  isUploaded,
  sortForUpload,
} from '#contract/settings/kinds.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { DocumentList } from './document-list.tsx';
import { DocumentVersions } from './document-versions.tsx';
import { DueDates } from './due-dates.tsx';
import { findDocumentVersions } from './find-versions.ts';
import { LeaveUploadDialog } from './leave-upload-dialog.tsx';
import { UploadCard } from './upload-card.tsx';

type UploadCardsProps = {
  groupId: string;
  email: string | undefined;
  documents: readonly DocumentInfo[];
  onUploaded: () => unknown;
};

const isPerDeadline = (kind: string) => getKindFacts(kind).isPerDeadline;

/** Shows a row for each kind of document: its due dates and versions beside its upload. Each is busy on its own (spec 4). */
export function UploadCards({ groupId, email, documents, onUploaded }: UploadCardsProps) {
  const sizeLimits = usePortalInfo()?.sizeLimits ?? defaultSizeLimits;
  const { data } = useRead(
    listSubmissions,
    { params: { groupId } },
    { failure: 'Couldn’t load the deadlines' },
  );
  const kinds = sortForUpload(useKinds().filter(isUploaded));
  const submissionsFor = (kind: string) =>
    data?.submissions.filter((submission) => submission.documents.includes(kind));
  const submittedFor = (kind: string) =>
    data?.missingOfOthers.filter((file) => file.kind === kind).map((file) => file.deadlineId) ?? [];
  const [busy, setBusy] = useState<readonly string[]>([]);
  const card = (cohortKind: CohortKind) => {
    const { kind, label } = cohortKind;
    return (
      <UploadCard
        key={kind}
        kind={cohortKind}
        rules={getFileRules(cohortKind, sizeLimits)}
        email={email}
        hint={getUploadHint(cohortKind)}
        deadlines={submissionsFor(kind) ?? []}
        next={data?.next.find((deadline) => deadline.kind === kind)?.deadlineId}
        nextRemovals={data?.nextRemovals.filter((removal) => removal.kind === kind) ?? []}
        onUploaded={onUploaded}
        onBusy={(changed, isBusy) =>
          setBusy((before) => [
            ...before.filter((busyKind) => busyKind !== changed),
            ...(isBusy ? [changed] : []),
          ])
        }
      >
        <DueDates
          kind={kind}
          label={label}
          submissions={submissionsFor(kind)}
          submittedFor={submittedFor(kind)}
        />
        {isPerDeadline(kind) ? (
          <DocumentList documents={documents} kinds={[kind]} />
        ) : (
          <DocumentVersions label={label} versions={findDocumentVersions(documents, kind)} />
        )}
      </UploadCard>
    );
  };
  return (
    <>
      <div className="ruled">
        {kinds.filter(({ kind }) => !isPerDeadline(kind) || submissionsFor(kind)?.length).map(card)}
      </div>
      <LeaveUploadDialog when={busy.length > 0} />
    </>
  );
}
