import { Button, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useListParams } from '#client/api/lists/use-list-params.ts';
import { useRead } from '#client/api/use-read.ts';
import { GroupEditorDialog } from '#client/groups/editor/group-editor-dialog.tsx';
import { readGroup } from '#contract/groups.ts';

/** Opens the group editor above the current page. The query parameter `edit` contains the edited group's id. */
export function EditGroupButton({ groupId }: { groupId: string }) {
  const { params, change } = useListParams();
  const isEditing = params.get('edit') === groupId;
  const read = useRead(
    readGroup,
    { params: { groupId } },
    { failure: 'Couldn’t load the group', isWanted: isEditing, staleTime: 0 },
  );
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPencil size={16} aria-hidden />}
        loading={isEditing && !read.data && !read.error}
        onClick={() => change({ edit: groupId })}
      >
        Edit group
      </Button>
      {isEditing && read.error && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {read.error}
        </Text>
      )}
      <GroupEditorDialog
        groupId={isEditing ? groupId : null}
        group={read.data?.group}
        onClose={() => change({ edit: undefined }, true)}
      />
    </>
  );
}
