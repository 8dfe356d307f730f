import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { adminToastMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { paths } from '#client/paths.ts';
import { Section } from '#client/ui/section.tsx';
import { findAttention, type LeftMember, updateGroup } from '#contract/admin.ts';
import { listChanges, listGroups } from '#contract/groups.ts';
import { listUsers } from '#contract/users.ts';

/** Students who lost their group because its member and their account have different emails by now. */
export function LeftMembers({ members }: { members: readonly LeftMember[] }) {
  return (
    <Section
      title="Accounts that lost their group"
      description="A group opens to the account with its member’s email. One of the two was changed here."
    >
      <ul className="plain ruled" aria-label="Accounts that lost their group">
        {members.map((member) => (
          <li key={member.memberId}>
            <Left {...member} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Left({ memberId, memberName, memberEmail, group, account }: LeftMember) {
  const change = useAction(updateGroup, {
    failure: 'Failed to update group',
    toastFor: adminToastMs,
    invalidates: [findAttention, listGroups, listChanges, listUsers],
  });
  const writeEmail = () =>
    change.run({
      params: { groupId: group._id },
      body: { version: group.version, fypGroupMembers: [{ _id: memberId, email: account.email }] },
    });
  return (
    <Stack gap={6}>
      <Text fw={600} className="breakable">
        {account.name} has the email{' '}
        <Anchor
          component={Link}
          to={`${paths.admin}?tab=users&q=${encodeURIComponent(account.email)}`}
          inherit
        >
          {account.email}
        </Anchor>
      </Text>
      <Text size="sm" className="breakable">
        Member {memberName} of{' '}
        <Anchor
          component={Link}
          to={`${paths.admin}?q=${encodeURIComponent(group.fypGroupName)}`}
          inherit
        >
          {group.fypGroupName}
        </Anchor>{' '}
        has {memberEmail}
      </Text>
      <Group gap="0.4rem 0.75rem">
        <Button
          variant="default"
          size="xs"
          loading={change.isRunning}
          aria-label={`Write ${account.email} in group ${group.fypGroupName}`}
          onClick={writeEmail}
        >
          Change it in the group
        </Button>
        <Text size="sm" c="dimmed">
          Or correct the email of the account.
        </Text>
      </Group>
    </Stack>
  );
}
