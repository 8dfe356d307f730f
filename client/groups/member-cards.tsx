import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { PersonLine } from '#client/layout/person-line.tsx';
import type { PublicMember } from '#contract/groups.ts';
import { MemberContact } from './member-contact.tsx';

type MemberCardsProps = {
  members: readonly PublicMember[];
  /** The current user's card is marked "You". */
  ownId?: string;
  withWhatsapp?: boolean;
  below?: (member: PublicMember) => ReactNode;
};

export function MemberCards({ members, ownId, withWhatsapp, below }: MemberCardsProps) {
  return (
    <ul className="plain ruled">
      {members.map((member) => (
        <PersonLine
          key={member._id}
          name={member.name}
          role={member.roll}
          badge={member._id === ownId && <Badge size="sm">You</Badge>}
        >
          <MemberContact member={member} withWhatsapp={withWhatsapp} />
          {below?.(member)}
        </PersonLine>
      ))}
    </ul>
  );
}
