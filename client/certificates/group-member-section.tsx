import type { GroupMemberSection } from '#client/feature.ts';
import { MemberCertificateState } from './member-states.tsx';

export const pageSections: readonly GroupMemberSection[] = [
  {
    order: 10,
    module: 'certificates',
    Component: ({ group, member }) => (
      <MemberCertificateState groupId={group._id} memberId={member._id} />
    ),
  },
];
