import { Anchor, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#client/paths.ts';
import { Section } from '#client/ui/section.tsx';
import type { findAttention, UnboundName } from '#contract/attention.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import classes from './attention.module.css';

type UnclearNamesProps = Pick<ReplyOf<typeof findAttention>, 'unboundNames' | 'alikeAccounts'>;

/** Names of supervisors and examiners that grant nothing, and accounts that one could mistake for another. */
export function UnclearNames({ unboundNames, alikeAccounts }: UnclearNamesProps) {
  return (
    <Section
      title="Names of supervisors and examiners"
      description="A group opens to the faculty account that carries exactly the name it gives. These names need your eye."
    >
      <ul className={classes.list} aria-label="Unclear names">
        {unboundNames.map((unbound) => (
          <li key={unbound.name} className={classes.item}>
            <NoAccount {...unbound} />
          </li>
        ))}
        {alikeAccounts.map((alike) => (
          <li key={alike[0]?._id} className={classes.item}>
            <Stack gap={4}>
              <Text fw={600}>These faculty accounts look alike</Text>
              <Accounts accounts={alike} />
              <Text size="sm" c="dimmed">
                Each opens only groups that give its exact name. Rename or block the one that should
                not be there.
              </Text>
            </Stack>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function NoAccount({ name, groups, alike }: UnboundName) {
  return (
    <Stack gap={4}>
      <Text fw={600} className={classes.words}>
        No faculty account is named “{name}”
      </Text>
      <Text size="sm" className={classes.words} component="div">
        {groups.length === 1 ? 'Named by ' : `Named by ${groups.length} groups: `}
        {inOneLine(
          groups.map(({ _id, fypGroupName }) => (
            <Anchor
              key={_id}
              component={Link}
              to={`${paths.admin}?q=${encodeURIComponent(fypGroupName)}`}
              inherit
            >
              {fypGroupName}
            </Anchor>
          )),
        )}
      </Text>
      {alike.length > 0 ? (
        <>
          <Text size="sm">An account with a name that looks like it:</Text>
          <Accounts accounts={alike} />
          <Text size="sm" c="dimmed">
            If that is the person, write the name in the group as the account has it.
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Make a faculty account of that name, or name somebody else in the group.
        </Text>
      )}
    </Stack>
  );
}

function Accounts({ accounts }: { accounts: UnboundName['alike'] }) {
  return (
    <ul className={classes.accounts}>
      {accounts.map(({ _id, name, email }) => (
        <li key={_id}>
          <Text size="sm" className={classes.words}>
            {name},{' '}
            <Anchor
              component={Link}
              to={`${paths.admin}?tab=users&q=${encodeURIComponent(email)}`}
              inherit
            >
              {email}
            </Anchor>
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** The links with commas between them. */
function inOneLine(links: readonly ReactNode[]) {
  return links.flatMap((link, index) => (index === 0 ? [link] : [', ', link]));
}
