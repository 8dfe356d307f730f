import { Text } from '@mantine/core';
import type { FormerMember, PublicFormerMember } from '#contract/groups.ts';
import { formatUntil } from '#contract/rules/former-members.ts';

/** Lists the people who left the group. Staff also see the reason and the group to which they moved. */
export function FormerMembers({
  members,
}: {
  members: readonly (PublicFormerMember | FormerMember)[];
}) {
  return (
    <ul className="plain ruled">
      {members.map((member) => (
        <li key={member._id}>
          <Text size="sm" className="breakable">
            <Text span inherit fw={600}>
              <bdi>{member.name}</bdi>
            </Text>
            , <bdi>{member.roll}</bdi>, {formatUntil(member)}
            {'movedTo' in member && member.movedTo !== null && (
              <>
                , moved to <bdi>{member.movedTo}</bdi>
              </>
            )}
          </Text>
          {'reason' in member && (
            <Text size="sm" c="dimmed" className="typed">
              Reason: {member.reason}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
