import { Badge } from '@mantine/core';
import {
  type CertificateEntryState,
  type CertificatesStateName,
  certificatesStateLabels,
} from '#contract/rules/certificates-state.ts';

const colors: Record<CertificatesStateName, string> = {
  missing: 'gray',
  incomplete: 'brass',
  unchecked: 'brass',
  complete: 'green',
};

export function CertificatesStateBadge({ state }: { state: CertificatesStateName }) {
  return (
    <Badge variant="light" color={colors[state]}>
      {certificatesStateLabels[state]}
    </Badge>
  );
}

const entryLooks: Record<CertificateEntryState, { label: string; color: string }> = {
  unchecked: { label: 'Not checked yet', color: 'gray' },
  accepted: { label: 'Accepted', color: 'green' },
  returned: { label: 'Returned', color: 'red' },
};

export function CertificateEntryBadge({ state }: { state: CertificateEntryState }) {
  const { label, color } = entryLooks[state];
  return (
    <Badge variant="light" color={color}>
      {label}
    </Badge>
  );
}
