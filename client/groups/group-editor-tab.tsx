import { Group, VisuallyHidden } from '@mantine/core';
import classes from './group-editor.module.css';

type TabLabelProps = { name: string; isFaulty: boolean; isEdited: boolean };

/** A tab's name with a dot for unsaved changes, red when a field in it needs attention. */
export function TabLabel({ name, isFaulty, isEdited }: TabLabelProps) {
  const said = isFaulty ? 'has errors' : isEdited ? 'has unsaved changes' : undefined;
  return (
    <Group gap={6} wrap="nowrap">
      <span className={classes.tabName}>{name}</span>
      {said && (
        <>
          <span className={classes.dot} data-faulty={isFaulty || undefined} aria-hidden="true" />
          <VisuallyHidden>({said})</VisuallyHidden>
        </>
      )}
    </Group>
  );
}
