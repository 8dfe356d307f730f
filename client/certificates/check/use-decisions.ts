import { useState } from 'react';
import { buildQueryKey, queryClient } from '#client/api/queries.ts';
import { useAction } from '#client/api/use-action.ts';
import { findDesk } from '#contract/desk.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import {
  decideCertificates,
  findCertificates,
  getMemberCertificates,
  listCertificates,
  type MemberCertificates,
  sendCertificatesResult,
} from '#contract/students/certificates.ts';

type Input = EndpointInput<typeof decideCertificates>;
type Decision = { memberId: string; entries: Input['body']['entries'] };

export const certificateDecisionEndpoints = [
  listCertificates,
  getMemberCertificates,
  findCertificates,
  findDesk,
];

/** Remembers the last decision, so that it can be undone even after the next student is shown. */
export function useCertificateDecisions(onDecided: (member: MemberCertificates) => void) {
  const [last, setLast] = useState<Decision>();
  const [status, setStatus] = useState('');
  const deciding = useAction(decideCertificates, {
    failure: 'Failed to save the decision',
    isInline: true,
    invalidates: certificateDecisionEndpoints,
    onDone: ({ member, message }, { params, body }) => {
      const isUndone = body.decision === 'unchecked';
      setLast(isUndone ? undefined : { memberId: params.memberId, entries: body.entries });
      setStatus(message);
      onDecided(member);
    },
    onFailure: (_error, message) => setStatus(message),
  });
  const sending = useAction(sendCertificatesResult, {
    failure: 'Failed to email the result',
    invalidates: certificateDecisionEndpoints,
  });
  const run = (input: Input) => {
    showDecided(input);
    deciding.run(input);
  };
  return {
    status,
    last,
    run,
    undo: () => {
      if (!last) return;
      const { memberId, entries } = last;
      setLast(undefined);
      run({ params: { memberId }, body: { entries, decision: 'unchecked' } });
    },
    /** Records a decision that a dialog has already saved, so that `undo` can revert the decision. */
    record: (decision: Decision, message: string) => {
      setLast(decision);
      setStatus(message);
    },
    sendResult: (memberId: string) => sending.run({ params: { memberId } }),
    isSending: sending.isRunning,
  };
}

/** Updates the cache optimistically, so that the next keyboard shortcut applies to the next certificate. */
function showDecided({ params, body: { entries, decision } }: Input) {
  const ids = new Set(entries.map(({ _id }) => _id));
  queryClient.setQueryData<MemberCertificates>(
    buildQueryKey(getMemberCertificates, { params }),
    (before) =>
      before && {
        ...before,
        entries: before.entries.map((entry) =>
          ids.has(entry._id) ? { ...entry, state: decision, reason: null } : entry,
        ),
      },
  );
}

export type CertificateDecisions = ReturnType<typeof useCertificateDecisions>;
