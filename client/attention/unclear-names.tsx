import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#client/paths.ts';
import { Section } from '#client/ui/section.tsx';
import type { findAttention, UnboundName } from '#contract/admin.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { ChooseAccount } from './choose-account.tsx';

type UnclearNamesProps = Pick<ReplyOf<typeof findAttention>, 'unboundNames' | 'alikeAccounts'>;

/** Names of supervisors and examiners that open their groups to nobody, and accounts that one could mistake for another. */
export function UnclearNames({ unboundNames, alikeAccounts }: UnclearNamesProps) {
  return (
    <Section
      title="Names of supervisors and examiners"
      description="A group opens to the one faculty account that has the name it gives. These need your decision."
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
                Each opens only its own groups. Rename or block the one that should not be there.
              </Text>
            </Stack>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Unbound({ name, groups, blocked, namesakes, alike }: UnboundName) {
  const named = (
    <>
      “<bdi>{name}</bdi>”
    </>
  );
  return (
    <Stack gap={6}>
      <Text fw={600} className="breakable">
        {blocked ? (
          <>
            The account of {named} ({blocked.email}) is blocked
          </>
        ) : namesakes.length === 0 ? (
          <>No faculty account is named {named}</>
        ) : namesakes.length === 1 ? (
          <>{named} is not connected to the account of that name</>
        ) : (
          <>
            {namesakes.length} faculty accounts are named {named}
          </>
        )}
      </Text>
      <Text size="sm" className="breakable" component="div">
        {groups.length === 1 ? 'Named by ' : `Named by ${groups.length} groups: `}
        {inOneLine(
          groups.map((group) => <GroupLink key={`${group._id} ${group.part}`} {...group} />),
        )}
      </Text>
      {namesakes.length + alike.length > 0 && (
        <Stack component="ul" gap={4} className="plain nested">
          {[...namesakes, ...alike].map((account) => (
            <li key={account._id}>
              <Group gap="0.25rem 0.75rem">
                <Account {...account} />
                <ChooseAccount account={account} groups={groups} />
              </Group>
            </li>
          ))}
        </Stack>
      )}
      {namesakes.length === 0 && !blocked && <NoAccount {...{ name, groups, alike }} />}
    </Stack>
  );
}

function NoAccount({ name, groups, alike }: Pick<UnboundName, 'name' | 'groups' | 'alike'>) {
  const supervises = groups.some(({ part }) => part === 'supervisor');
  return (
    <Group gap="0.4rem 0.75rem">
      <Button
        component={Link}
        to={paths.newStaff(name, supervises)}
        variant="default"
        size="xs"
        aria-label={`Create this account for ${name}`}
      >
        Create this account
      </Button>
      <Text size="sm" c="dimmed">
        {alike.length > 0
          ? 'Or choose the account that is meant: the group then gives its name.'
          : 'Or name somebody else in the group.'}
      </Text>
    </Group>
  );
}

function GroupLink({ fypGroupName, part }: UnboundName['groups'][number]) {
  return (
    <>
      <Anchor component={Link} to={`${paths.admin}?q=${encodeURIComponent(fypGroupName)}`} inherit>
        {fypGroupName}
      </Anchor>{' '}
      ({part === 'supervisor' ? 'supervisor' : 'external examiner'})
    </>
  );
}

function Account({ name, email }: UnboundName['alike'][number]) {
  return (
    <Text size="sm" className="breakable">
      <bdi>{name}</bdi>,{' '}
      <Anchor
        component={Link}
        to={`${paths.admin}?tab=users&q=${encodeURIComponent(email)}`}
        inherit
      >
        {email}
      </Anchor>
    </Text>
  );
}

/** The links with commas between them. */
function inOneLine(links: readonly ReactNode[]) {
  return links.flatMap((link, index) => (index === 0 ? [link] : [', ', link]));
}
