import { usePortalInfo } from '#client/api/portal.ts';
import { PrintHeader, SignatureLines } from '#client/ui/print/print-sheet.tsx';
import type { OwnGroup } from '#contract/groups.ts';
import { formatDateTime } from '#contract/values/time.ts';

export function MarksPrintHeader({ title }: { title: string }) {
  const portal = usePortalInfo();
  if (!portal) return null;
  const { university, name, session, timeZone } = portal;
  return (
    <PrintHeader
      title={title}
      lines={[university, `${name} · ${session}`]}
      date={formatDateTime(new Date(), timeZone)}
    />
  );
}

export function MarksSignatures({
  group: { supervisor, externalExaminer },
}: {
  group: Pick<OwnGroup, 'supervisor' | 'externalExaminer'>;
}) {
  const signers = [
    `Supervisor: ${supervisor}`,
    `External examiner: ${externalExaminer ?? ''}`,
    'Project coordinator',
  ];
  return <SignatureLines signers={signers} />;
}
