import { Avatar, Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PublicMember } from '#contract/groups.ts';
import classes from './member-cards.module.css';
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
        <Group
          component="li"
          key={member._id}
          gap="0.85rem"
          align="stretch"
          wrap="nowrap"
          className={classes.card}
        >
          <Avatar name={member.name} color="pine" data-no-print aria-hidden />
          <Stack gap="0.35rem" flex={1} miw={0} className={classes.words}>
            <Group gap="0.15rem 0.6rem" align="baseline">
              <Text fw={600} className={`breakable ${classes.name}`}>
                {member.name}
              </Text>
              {member._id === ownId && <Badge size="sm">You</Badge>}
              <Text size="sm" c="dimmed">
                {member.roll}
              </Text>
            </Group>
            <MemberContact member={member} withWhatsapp={withWhatsapp} />
            {below?.(member)}
          </Stack>
        </Group>
      ))}
    </ul>
  );
}
