import { useState } from 'react';
import { useAction } from '#client/api/use-action.ts';
import {
  decideCertificates,
  findCertificates,
  getMemberCertificates,
  listCertificates,
  type MemberCertificates,
  sendCertificatesResult,
} from '#contract/certificates.ts';
import { findDesk } from '#contract/desk.ts';
import type { CallInput } from '#contract/endpoint.ts';

type Input = CallInput<typeof decideCertificates>;
type Decided = { memberId: string; entries: Input['body']['entries'] };

const changed = [listCertificates, getMemberCertificates, findCertificates, findDesk];

/** What has just been decided, so that it can be taken back; it stays when the next student is shown. */
export function useDecisions(onDecided: (member: MemberCertificates) => void) {
  const [last, setLast] = useState<Decided>();
  const [said, setSaid] = useState('');
  const deciding = useAction(decideCertificates, {
    failure: 'Failed to save the decision',
    isInline: true,
    invalidates: changed,
    onDone: ({ member, message }, { params, body }) => {
      const isUndone = body.decision === 'unchecked';
      setLast(isUndone ? undefined : { memberId: params.memberId, entries: body.entries });
      setSaid(message);
      onDecided(member);
    },
    onFailure: (_error, message) => setSaid(message),
  });
  const sending = useAction(sendCertificatesResult, {
    failure: 'Failed to email the result',
    invalidates: changed,
  });
  return {
    said,
    last,
    isRunning: deciding.isRunning,
    run: (input: Input) => !deciding.isRunning && deciding.run(input),
    undo: () => {
      if (!last || deciding.isRunning) return;
      const { memberId, entries } = last;
      deciding.run({ params: { memberId }, body: { entries, decision: 'unchecked' } });
    },
    /** For a dialog, which shows what fails itself. */
    note: (decided: Decided, message: string) => {
      setLast(decided);
      setSaid(message);
    },
    sendResult: (memberId: string) => sending.run({ params: { memberId } }),
    isSending: sending.isRunning,
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
export const invalidatedByDecisions = changed;
