import { useSession } from '#client/api/session.ts';
import { ProposalFlow } from '#client/proposals/proposal-flow.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';

export function Component() {
  const session = useSession();
  return (
    <>
      <PageHeader
        title="Proposal submission"
        description={
          session?.groupId
            ? undefined
            : 'Three questions, then one form for your whole group. One of you submits it for all.'
        }
      />
      {session && <ProposalFlow key={session.userId} session={session} />}
    </>
  );
}
