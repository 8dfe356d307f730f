import { Anchor, VisuallyHidden } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import { links } from '#contract/links.ts';
import type { MessageReference } from '#contract/messages/discussion.ts';
import { useClosedCohort } from './open-cohort-fields.tsx';

/** Name of the group whose discussion takes questions about the content. */
const AskedGroup = createContext<string | undefined>(undefined);

type AskAboutGroupProps = {
  group: { fypGroupName: string; cohortId: string | null } | undefined;
  children: ReactNode;
};

/** Shows the links of `AskAbout` in its content, unless the group's cohort is closed. */
export function AskAboutGroup({ group, children }: AskAboutGroupProps) {
  const isClosed = useClosedCohort(group?.cohortId) !== undefined;
  return <AskedGroup value={isClosed ? undefined : group?.fypGroupName}>{children}</AskedGroup>;
}

type AskAboutProps = {
  kind: MessageReference['kind'];
  id: string;
  /** Title of the part of the work, for screen readers. */
  title: string;
};

/** Link to the discussion of the group with an empty message about a part of the group's work. */
export function AskAbout({ kind, id, title }: AskAboutProps) {
  const name = useContext(AskedGroup);
  if (name === undefined) return null;
  return (
    <Anchor
      component={Link}
      to={links.askAbout(name, { kind, id })}
      size="xs"
      py={4}
      display="inline-flex"
      style={{ alignItems: 'center', gap: '0.3em', verticalAlign: 'middle' }}
      data-no-print
    >
      <IconMessageCircle size={14} aria-hidden />
      <span>
        Ask about this
        <VisuallyHidden>
          {' '}
          part: <bdi>{title}</bdi>
        </VisuallyHidden>
      </span>
    </Anchor>
  );
}
