import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Section } from '#client/ui/section.tsx';
import type { findAttention, UnlinkedStaffName } from '#contract/admin/attention.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { links } from '#contract/links.ts';
import { LinkAccountButton } from './choose-account.tsx';

type UnclearNamesProps = Pick<
  EndpointReply<typeof findAttention>,
  'unboundNames' | 'alikeAccounts'
>;

export function UnclearNames({ unboundNames, alikeAccounts }: UnclearNamesProps) {
  return (
    <Section
      title="Names of supervisors and examiners"
      description="Only the faculty account with the name given in a group can open it. These names need your decision."
    >
      <ul className="plain ruled" aria-label="Unclear names">
        {unboundNames.map((unbound) => (
          <li key={`${unbound.name} ${unbound.blocked?._id}`}>
            <Unbound {...unbound} />
          </li>
        ))}
        {alikeAccounts.map((alike) => (
          <li key={alike[0]?._id}>
            <Stack gap={4}>
              <Text fw={600}>These faculty accounts look alike</Text>
              <Stack component="ul" gap={4} className="plain nested">
                {alike.map((account) => (
                  <li key={account._id}>
                    <Account {...account} />
                  </li>
                ))}
              </Stack>
              <Text size="sm" c="dimmed">
                Each account opens only its own groups. Rename or block the wrong one.
              </Text>
            </Stack>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Unbound({ name, groups, blocked, namesakes, alike }: UnlinkedStaffName) {
  const quotedName = (
    <>
      “<bdi>{name}</bdi>”
    </>
  );
  return (
    <Stack gap={6}>
      <Text fw={600} className="breakable">
        {blocked ? (
          <>
            The account of {quotedName} ({blocked.email}) is blocked
          </>
        ) : namesakes.length === 0 ? (
          <>No faculty account is named {quotedName}</>
        ) : namesakes.length === 1 ? (
          <>{quotedName} isn’t linked to the account with that name</>
        ) : (
          <>
            {namesakes.length} faculty accounts are named {quotedName}
          </>
        )}
      </Text>
      <Text size="sm" className="breakable" component="div">
        {groups.length === 1 ? 'Named by ' : `Named by ${groups.length} groups: `}
        {joinWithCommas(
          groups.map((group) => <GroupLink key={`${group._id} ${group.part}`} {...group} />),
        )}
      </Text>
      {namesakes.length + alike.length > 0 && (
        <Stack component="ul" gap={4} className="plain nested">
          {[...namesakes, ...alike].map((account) => (
            <li key={account._id}>
              <Group gap="0.25rem 0.75rem">
                <Account {...account} />
                <LinkAccountButton account={account} groups={groups} />
              </Group>
            </li>
          ))}
        </Stack>
      )}
      {namesakes.length === 0 && !blocked && (
        <NoAccount name={name} groups={groups} alike={alike} />
      )}
    </Stack>
  );
}

function NoAccount({ name, groups, alike }: Pick<UnlinkedStaffName, 'name' | 'groups' | 'alike'>) {
  const supervises = groups.some(({ part }) => part === 'supervisor');
  return (
    <Group gap="0.4rem 0.75rem">
      <Button
        component={Link}
        to={links.newStaff(name, supervises)}
        variant="default"
        size="xs"
        aria-label={`Create this account for ${name}`}
      >
        Create this account
      </Button>
      <Text size="sm" c="dimmed">
        {alike.length > 0
          ? 'Or choose the correct account. Its name will replace the one in the group.'
          : 'Or enter another name in the group.'}
      </Text>
    </Group>
  );
}

function GroupLink({ fypGroupName, part }: UnlinkedStaffName['groups'][number]) {
  return (
    <>
      <Anchor component={Link} to={links.adminGroup(fypGroupName)} inherit>
        {fypGroupName}
      </Anchor>{' '}
      ({part === 'supervisor' ? 'supervisor' : 'external examiner'})
    </>
  );
}

function Account({ name, email }: UnlinkedStaffName['alike'][number]) {
  return (
    <Text size="sm" className="breakable">
      <bdi>{name}</bdi>,{' '}
      <Anchor component={Link} to={links.adminUser(email)} inherit>
        {email}
      </Anchor>
    </Text>
  );
}

function joinWithCommas(links: readonly ReactNode[]) {
  return links.flatMap((link, index) => (index === 0 ? [link] : [', ', link]));
}
