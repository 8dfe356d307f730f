import { useState } from 'react';
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
  // Kept until the student's entries have been read again: an older reply must not show an earlier state.
  const [unconfirmed, setUnconfirmed] = useState<readonly Input[]>([]);
  const forget = (input: Input) =>
    setUnconfirmed((before) => before.filter((each) => each !== input));
  const deciding = useAction(decideCertificates, {
    failure: 'Couldn’t save the decision',
    isInline: true,
    invalidates: certificateDecisionEndpoints,
    onDone: ({ member, message }, { params, body }) => {
      const isUndone = body.decision === 'unchecked';
      setLast(isUndone ? undefined : { memberId: params.memberId, entries: body.entries });
      setStatus(message);
      onDecided(member);
    },
    onFailure: (_error, message, input) => {
      setStatus(message);
      forget(input);
    },
    onSettled: forget,
  });
  const sending = useAction(sendCertificatesResult, {
    failure: 'Couldn’t email the result',
    invalidates: certificateDecisionEndpoints,
  });
  const run = (input: Input) => {
    setUnconfirmed((before) => [...before, input]);
    deciding.run(input);
  };
  return {
    status,
    last,
    run,
    apply: (member: MemberCertificates) => applyDecisions(member, unconfirmed),
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

/** Applies decisions that the server has not confirmed yet, so that the next key applies to the next certificate. */
function applyDecisions(member: MemberCertificates, unconfirmed: readonly Input[]) {
  let { entries } = member;
  for (const { params, body } of unconfirmed) {
    if (params.memberId !== member.memberId) continue;
    const ids = new Set(body.entries.map(({ _id }) => _id));
    entries = entries.map((entry) =>
      ids.has(entry._id) ? { ...entry, state: body.decision, reason: null } : entry,
    );
  }
  return { ...member, entries };
}

export type CertificateDecisions = ReturnType<typeof useCertificateDecisions>;
