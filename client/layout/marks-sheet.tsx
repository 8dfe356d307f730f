import { useHasExternalExaminer } from '#client/api/cohorts/cohort-content.ts';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { usePortalInfo, usePortalName } from '#client/api/portal.ts';
import { PrintHeader, SignatureLines } from '#client/ui/print/print-sheet.tsx';
import type { OwnGroup } from '#contract/groups.ts';
import { formatDateTime } from '#contract/values/time.ts';

export function MarksPrintHeader({ title }: { title: string }) {
  const portal = usePortalInfo();
  const portalName = usePortalName();
  if (!portal) return null;
  const { university, name, session, timeZone } = portal;
  return (
    <PrintHeader
      title={title}
      lines={[university, `${name} · ${session}`]}
      date={formatDateTime(getServerTime(), timeZone)}
      source={portalName}
    />
  );
}

export function MarksSignatures({
  group: { supervisor, externalExaminer },
}: {
  group: Pick<OwnGroup, 'supervisor' | 'externalExaminer'>;
}) {
  const hasExaminer = useHasExternalExaminer();
  const signers = [
    `Supervisor: ${supervisor}`,
    ...(hasExaminer ? [`External examiner: ${externalExaminer ?? ''}`] : []),
    'Project coordinator',
  ];
  return <SignatureLines signers={signers} />;
}
