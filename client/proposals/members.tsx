import { Button, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { type Ref, useRef, useState } from 'react';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import type { SizeLimits } from '#contract/documents.ts';
import { MemberFields } from './member-fields.tsx';
import { isFilled, memberOf, type ProposalValues } from './proposal-values.ts';

type MembersProps = {
  /** How many a group may have. */
  most: number;
  form: UseFormReturnType<ProposalValues>;
  limits: Partial<SizeLimits>;
  isBusy: boolean;
  onRemoved: () => void;
};

/** The members; the first is the student who submits, and stays (spec 5). */
export function Members({ most, form, limits, isBusy, onRemoved }: MembersProps) {
  const [added, setAdded] = useState<string>();
  const [asked, setAsked] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  const members = form.values.groupMembers;

  const add = () => {
    const member = memberOf();
    setAdded(member.key);
    form.insertListItem('groupMembers', member);
  };
  const remove = (index: number) => {
    setAsked(undefined);
    form.removeListItem('groupMembers', index);
    onRemoved();
    // The button may have been hidden until now, and a closing dialog gives the focus back.
    setTimeout(() => addButton.current?.focus());
  };

  return (
    <>
      {members.map((member, index) => (
        <MemberFields
          key={member.key}
          form={form}
          index={index}
          limits={limits}
          isBusy={isBusy}
          isNew={member.key === added}
          onRemove={() => (isFilled(member) ? setAsked(index) : remove(index))}
        />
      ))}
      <AddMember ref={addButton} most={most} isFull={members.length >= most} onAdd={add} />
      <ConfirmDialog
        opened={asked !== undefined}
        title="Remove member"
        confirmLabel="Remove"
        isDangerous
        onConfirm={() => asked !== undefined && remove(asked)}
        onClose={() => setAsked(undefined)}
      >
        {(asked !== undefined && members[asked]?.name.trim()) || 'This member'} is taken out of the
        form, with everything you entered and chose.
      </ConfirmDialog>
    </>
  );
}

type AddMemberProps = {
  ref: Ref<HTMLButtonElement>;
  most: number;
  isFull: boolean;
  onAdd: () => void;
};

function AddMember({ ref, most, isFull, onAdd }: AddMemberProps) {
  if (isFull) {
    return (
      <Text size="sm" c="dimmed">
        The group is full: it has at most {most === 1 ? '1 member' : `${most} members`}.
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
