import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { paths } from '#contract/paths.ts';
import { findSetup } from '#contract/setup.ts';

/** Leads an admin from a page on which a step is done back to the setup checklist, as long as that is shown. */
export function SetupLink() {
  const isWanted = useSession()?.role === 'admin';
  const failure = 'Couldn’t load the setup checklist';
  const { data } = useRead(findSetup, {}, { failure, isWanted, staleTime: 0 });
  if (!data?.isShown) return null;
  const done = data.steps.filter(({ isDone }) => isDone).length;
  return (
    <Anchor component={Link} to={paths.home} size="sm">
      Setup: {done} of {data.steps.length} steps done
    </Anchor>
  );
}
