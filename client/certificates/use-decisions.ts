import { useState } from 'react';
import { keyOf, queryClient } from '#client/api/queries.ts';
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
  const run = (input: Input) => {
    showDecided(input);
    deciding.run(input);
  };
  return {
    said,
    last,
    run,
    undo: () => {
      if (!last) return;
      const { memberId, entries } = last;
      setLast(undefined);
      run({ params: { memberId }, body: { entries, decision: 'unchecked' } });
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

/** At once, so that the next key is about the next entry; what is read again afterwards is what stands. */
function showDecided({ params, body: { entries, decision } }: Input) {
  const ids = new Set(entries.map(({ _id }) => _id));
  queryClient.setQueryData<MemberCertificates>(
    keyOf(getMemberCertificates, { params }),
    (before) =>
      before && {
        ...before,
        entries: before.entries.map((entry) =>
          ids.has(entry._id) ? { ...entry, state: decision, reason: null } : entry,
        ),
      },
  );
}

export type Decisions = ReturnType<typeof useDecisions>;
export const invalidatedByDecisions = changed;
