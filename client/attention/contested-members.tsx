import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { Section } from '#client/ui/section.tsx';
import { type AmbiguousMember, findAttention } from '#contract/admin/attention.ts';
import { chooseAccount } from '#contract/admin/group-edits.ts';
import { listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { links } from '#contract/links.ts';
import { listUsers } from '#contract/users.ts';

export function ContestedMembers({ members }: { members: readonly AmbiguousMember[] }) {
  return (
    <Section
      title="Members whose account is unclear"
      description="Another account had this email address before, the address was changed, or it belongs to a staff account. Until you decide, none of these accounts can open the group, and the member gets no emails."
    >
      <ul className="plain ruled" aria-label="Members whose account is unclear">
        {members.map((member) => (
          <li key={member.memberId}>
            <Contested {...member} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Contested({ memberId, memberName, memberEmail, group, ...all }: AmbiguousMember) {
  const { accounts, staff } = all;
  return (
    <Stack gap={6}>
      <Text fw={600} className="breakable">
        <bdi>{memberName}</bdi>, {memberEmail}
      </Text>
      <Text size="sm" className="breakable">
        Member of{' '}
        <Anchor component={Link} to={links.adminGroup(group.fypGroupName)} inherit>
          {group.fypGroupName}
        </Anchor>
      </Text>
      <Stack component="ul" gap={6} className="plain nested">
        {accounts.map((account) => (
          <li key={account._id}>
            <Candidate memberId={memberId} groupName={group.fypGroupName} account={account} />
          </li>
        ))}
      </Stack>
      {accounts.length > 0 && (
        <Text size="sm" c="dimmed">
          If none of these accounts is correct, enter the student’s own email address in the group.
          A student who now owns this address must sign up first.
        </Text>
      )}
      {staff.map(({ _id, name, email }) => (
        <Text key={_id} size="sm" c="dimmed" className="breakable">
          <bdi>{name}</bdi>, {email}, has a staff account, and only students can be members. If this
          isn’t the student, enter the student’s own email address in the group. If it is, use
          “Change people” to let them leave, or change their role under Users.
        </Text>
      ))}
    </Stack>
  );
}

type CandidateProps = {
  memberId: string;
  groupName: string;
  account: AmbiguousMember['accounts'][number];
};

function Candidate({ memberId, groupName, account }: CandidateProps) {
  const { _id, name, email } = account;
  const choose = useAction(chooseAccount, {
    failure: 'Couldn’t choose the account',
    toastFor: adminToastDurationMs,
    invalidates: [findAttention, listGroups, listChanges, listUsers],
  });
  return (
    <Group gap="0.4rem 0.75rem">
      <Button
        variant="default"
        size="xs"
        loading={choose.isRunning}
        aria-label={`Choose ${email} in ${groupName}`}
        onClick={() => choose.run({ params: { memberId }, body: { userId: _id } })}
      >
        Choose
      </Button>
      <Text size="sm" className="breakable">
        <bdi>{name}</bdi>, {email}
      </Text>
    </Group>
  );
}
