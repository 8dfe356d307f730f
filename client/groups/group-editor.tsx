import { Button, Group, Tabs, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { call } from '#client/api/call.ts';
import { fieldErrorsOf, isCancelled, messageOf, setFieldErrors } from '#client/api/problems.ts';
import { focusFirstError } from '#client/ui/focus-first-error.ts';
import { LeaveDialog } from '#client/ui/leave-dialog.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { adminToastMs, toast } from '#client/ui/toast.ts';
import { updateGroup } from '#contract/admin.ts';
import type { FullGroup } from '#contract/groups.ts';
import { invalid, Problem } from '#contract/problem.ts';
import { forgetGroups } from './forget-groups.ts';
import classes from './group-editor.module.css';
import { GroupEditorMember } from './group-editor-member.tsx';
import { GroupEditorProject } from './group-editor-project.tsx';
import { GroupEditorStale } from './group-editor-stale.tsx';
import { TabLabel } from './group-editor-tab.tsx';
import { GroupEditorViva } from './group-editor-viva.tsx';
import {
  changesOf,
  editedPaths,
  type GroupValues,
  type Overtaken,
  reapply,
  valuesOf,
} from './group-values.ts';

type GroupEditorProps = {
  group: FullGroup;
  onClose: () => void;
};

const tabOfPath = (path: string) => /^fypGroupMembers\.\d+/.exec(path)?.[0] ?? 'project';

/** All of a group: its data, viva, members, and their 14 milestones (spec 4). Only what was changed is sent. */
export function GroupEditor({ group, onClose }: GroupEditorProps) {
  const [base, setBase] = useState(group);
  const [tab, setTab] = useState<string | null>('project');
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [overtaken, setOvertaken] = useState<Overtaken[]>();
  const before = valuesOf(base);
  const form = useForm<GroupValues>({
    initialValues: before,
    validate: (values) => faultsIn(before, values),
    validateInputOnBlur: true,
  });
  const edited = editedPaths(before, form.values);
  const count = countOf(edited);
  const isDirty = edited.length > 0 && !isDone;
  // Closing goes through the address, which the question about unsaved work guards until it is gone.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);

  const showFaults = (paths: string[], element: Element | undefined) => {
    const tabs = new Set(paths.map(tabOfPath));
    if (tab === null || !tabs.has(tab)) setTab([...tabs][0] ?? 'project');
    focusFirstError(element);
  };

  const save = form.onSubmit(
    async (values, event) => {
      if (isBusy) return;
      const element = event?.currentTarget;
      setIsBusy(true);
      setRefusal(undefined);
      try {
        const body = { ...changesOf(before, values), version: base.version };
        const { message } = await call(updateGroup, { params: { groupId: group._id }, body });
        toast.success(message, adminToastMs);
        await forgetGroups();
        setIsDone(true);
      } catch (error) {
        setIsBusy(false);
        if (isCancelled(error)) return;
        const message = messageOf(error, 'Failed to update group');
        if (error instanceof Problem && error.code === 'stale-version') setRefusal(message);
        else toast.error(message, adminToastMs);
        if (setFieldErrors(form, error)) {
          showFaults(Object.keys(fieldErrorsOf(error)), element);
        }
      }
    },
    (errors, _values, event) => showFaults(Object.keys(errors), event?.currentTarget),
  );

  const takeFresh = (fresh: FullGroup) => {
    const merged = reapply(before, valuesOf(fresh), form.values);
    setBase(fresh);
    form.setValues(merged.values);
    setOvertaken(merged.overtaken);
    setRefusal(undefined);
  };

  const faulty = new Set(Object.keys(form.errors).map(tabOfPath));
  const touched = new Set(edited.map(tabOfPath));
  const tabs = [
    { value: 'project', name: 'Project' },
    ...form.values.fypGroupMembers.map(({ name }, index) => ({
      value: `fypGroupMembers.${index}`,
      name: name.trim() || `Member ${index + 1}`,
    })),
  ];
  return (
    <form onSubmit={save} noValidate aria-label={`Edit ${group.fypGroupName}`}>
      <GroupEditorStale
        groupId={group._id}
        refusal={refusal}
        overtaken={overtaken}
        values={form.values}
        changedBy={base.changedBy}
        onFresh={takeFresh}
        onTakeTheirs={(path, theirs) => {
          form.setFieldValue(path, theirs ?? '');
          setOvertaken((list) => list?.filter((one) => one.path !== path));
        }}
      />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          {tabs.map(({ value, name }) => (
            <Tabs.Tab key={value} value={value} className={classes.tab}>
              <TabLabel name={name} isFaulty={faulty.has(value)} isEdited={touched.has(value)} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="project" pt="lg">
          <GroupEditorProject form={form} standing={base} />
          <GroupEditorViva form={form} />
        </Tabs.Panel>
        {form.values.fypGroupMembers.map(({ _id }, index) => (
          <Tabs.Panel key={_id} value={`fypGroupMembers.${index}`} pt="lg">
            <GroupEditorMember form={form} index={index} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group className={classes.footer} justify="flex-end" gap="sm">
        <Text size="sm" c="dimmed" role="status" className={classes.unsaved}>
          {count === 0
            ? 'No unsaved changes'
            : count === 1
              ? '1 unsaved change'
              : `${count} unsaved changes`}
        </Text>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          {isDirty ? 'Cancel' : 'Close'}
        </Button>
        <SubmitButton isBusy={isBusy} busyText="Saving..." disabled={edited.length === 0}>
          Save changes
        </SubmitButton>
      </Group>
      <LeaveDialog
        when={isDirty}
        guardsSearch
        title="Leave without saving?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
      >
        What you have changed in this group is not saved yet.
      </LeaveDialog>
    </form>
  );
}

function faultsIn(before: GroupValues, values: GroupValues) {
  const checked = updateGroup.body.safeParse(changesOf(before, values));
  return checked.success ? {} : (invalid(checked.error).details.fields ?? {});
}

/** A person and the account that is meant by the name are one change. */
function countOf(edited: readonly string[]): number {
  return edited.filter((path) => !edited.includes(path.replace(/Id$/, '')) || !/Id$/.test(path))
    .length;
}
