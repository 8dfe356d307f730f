import { Button, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { type Ref, useRef, useState } from 'react';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import type { SizeLimits } from '#contract/rules/document-kinds.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import { formatTooFewMembers } from '#contract/students/proposals.ts';
import { MemberFields } from './member-fields.tsx';
import {
  createMemberValues,
  findOwnIndex,
  hasMemberInput,
  type ProposalValues,
} from './proposal-values.ts';

type MembersProps = {
  rules: GroupRules;
  form: UseFormReturnType<ProposalValues>;
  ownEmail: string;
  limits: Partial<SizeLimits>;
  isBusy: boolean;
  onRemoved: () => void;
};

/** Lists the members. The first member cannot be removed (spec 5). One of them is the student who submits the proposal. */
export function ProposalMemberList(props: MembersProps) {
  const { rules, form, ownEmail, limits, isBusy, onRemoved } = props;
  const { minMembers = 1, maxMembers } = rules;
  const [added, setAdded] = useState<string>();
  const [removedIndex, setRemovedIndex] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  const members = form.values.groupMembers;
  const ownIndex = findOwnIndex(members, ownEmail);

  const add = () => {
    const member = createMemberValues();
    setAdded(member.key);
    form.insertListItem('groupMembers', member);
  };
  const remove = (index: number) => {
    setRemovedIndex(undefined);
    form.removeListItem('groupMembers', index);
    onRemoved();
    // Focus the add button later, because it may not be rendered yet and the closing dialog still moves the focus.
    setTimeout(() => addButton.current?.focus());
  };

  return (
    <>
      {members.map((member, index) => (
        <MemberFields
          key={member.key}
          form={form}
          index={index}
          isSelf={index === ownIndex}
          limits={limits}
          isBusy={isBusy}
          isNew={member.key === added}
          onRemove={() => (hasMemberInput(member) ? setRemovedIndex(index) : remove(index))}
        />
      ))}
      {members.length < minMembers && (
        <Text size="sm" c="dimmed">
          {formatTooFewMembers(minMembers)} Add the others.
        </Text>
      )}
      <AddMember
        ref={addButton}
        maxMembers={maxMembers}
        isFull={members.length >= maxMembers}
        onAdd={add}
      />
      <ConfirmDialog
        opened={removedIndex !== undefined}
        title="Remove member"
        confirmLabel="Remove"
        consequence="This cannot be undone. To add the member again, you’ll have to enter everything again."
        onConfirm={() => removedIndex !== undefined && remove(removedIndex)}
        onClose={() => setRemovedIndex(undefined)}
      >
        {(removedIndex !== undefined && members[removedIndex]?.name.trim()) || 'This member'} will
        be removed from the form, with everything you entered and chose for them.
      </ConfirmDialog>
    </>
  );
}

type AddMemberProps = {
  ref: Ref<HTMLButtonElement>;
  maxMembers: number;
  isFull: boolean;
  onAdd: () => void;
};

function AddMember({ ref, maxMembers, isFull, onAdd }: AddMemberProps) {
  if (isFull) {
    return (
      <Text size="sm" c="dimmed">
        The group is full. It can have up to{' '}
        {maxMembers === 1 ? '1 member' : `${maxMembers} members`}.
      </Text>
    );
  }
  return (
    <Button
      ref={ref}
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onAdd}
    >
      Add member
    </Button>
  );
}
