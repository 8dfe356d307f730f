import { ActionIcon } from '@mantine/core';
import { IconLink, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '#client/api/session/session.ts';
import { links } from '#contract/links.ts';
import type { ShownReference } from '#contract/messages/discussion.ts';
import { paths } from '#contract/paths.ts';
import classes from './discussion.module.css';

type ReferenceChipProps = { reference: ShownReference; groupName: string };

/** Chip of a message that leads to the part of the work to which it refers. */
export function ReferenceChip({ reference, groupName }: ReferenceChipProps) {
  const isStudent = useSession()?.role === 'student';
  const { kind, label, url } = reference;
  const content = <ChipContent label={label} />;
  if (kind === 'document') {
    if (url === null) return <span className={classes.chip}>{content}</span>;
    return (
      <a href={url} target="_blank" rel="noopener" className={classes.chip}>
        {content}
      </a>
    );
  }
  const to = {
    milestone: isStudent ? paths.students : links.groupTab(groupName, 'marks'),
    deadline: isStudent ? links.ownDeadlines : paths.group(groupName),
    proposal: paths.group(groupName),
  }[kind];
  return (
    <Link to={to} className={classes.chip}>
      {content}
    </Link>
  );
}

function ChipContent({ label }: { label: string }) {
  return (
    <>
      <IconLink size={14} aria-hidden />
      <span>
        About: <bdi>{label}</bdi>
      </span>
    </>
  );
}

type ChosenReferenceProps = { label: string; onRemove: () => void };

/** Chip of a message that is being written, with a button that removes the reference. */
export function ChosenReference({ label, onRemove }: ChosenReferenceProps) {
  return (
    <span className={classes.chip}>
      <ChipContent label={label} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={`Remove the reference to ${label}`}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}
