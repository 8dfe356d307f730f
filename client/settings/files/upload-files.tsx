import { Alert, Button, FileInput, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { adminToastMs, toast } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { invalidateSettings } from '#client/settings/invalidate-settings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { importSettings, settings } from '#contract/settings.ts';
import { readFiles } from './read-files.ts';

type Reply = ReplyOf<typeof importSettings>;
type Read = { files: Record<string, string>; reply: Reply };

function useUpload(cohort: string | undefined) {
  const [chosen, setChosen] = useState<File[]>([]);
  const [unreadable, setUnreadable] = useState<string>();
  const [read, setRead] = useState<Read>();
  const run = useAction(
    async ({ files, dryRun }: { files: Record<string, string>; dryRun: boolean }) => ({
      files,
      reply: await call(importSettings, { query: { cohort }, body: { files, dryRun } }),
    }),
    {
      failure: 'The files could not be checked.',
      isInline: true,
      onDone: async (done) => {
        if (!done.reply.isSaved) return setRead(done);
        toast.success(done.reply.message, adminToastMs);
        choose([]);
        await invalidateSettings();
      },
    },
  );
  function choose(files: File[]) {
    setChosen(files);
    setRead(undefined);
    setUnreadable(undefined);
  }
  const check = async () => {
    choose(chosen);
    try {
      run.run({ files: await readFiles(chosen), dryRun: true });
    } catch (error) {
      setUnreadable(error instanceof Error ? error.message : String(error));
    }
  };
  const apply = ({ files }: Read) => run.run({ files, dryRun: false });
  const problem = unreadable ?? (run.isRunning ? undefined : run.error);
  return { chosen, choose, check, apply, read, problem, isRunning: run.isRunning };
}

/** Files are checked first, and taken over only when asked to: all of them or none. */
export function UploadFiles({ cohort }: { cohort: string | undefined }) {
  const { chosen, choose, check, apply, read, problem, isRunning } = useUpload(cohort);
  return (
    <Stack gap="md" align="flex-start">
      <FileInput
        label="Files"
        description="One or several .yaml files, or a .zip of them. Each keeps the name it was downloaded with."
        placeholder="Choose files"
        w="100%"
        maw="32rem"
        multiple
        accept=".yaml,.zip"
        value={chosen}
        onChange={choose}
      />
      <Button
        variant="default"
        disabled={chosen.length === 0}
        loading={isRunning}
        onClick={() => void check()}
      >
        Check the files
      </Button>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {read && <Checked reply={read.reply} isRunning={isRunning} onApply={() => apply(read)} />}
    </Stack>
  );
}

type CheckedProps = { reply: Reply; isRunning: boolean; onApply: () => void };

function Checked({ reply, isRunning, onApply }: CheckedProps) {
  const { errors, changed, message } = reply;
  if (errors.length > 0) {
    return (
      <Alert color="red" role="alert" title="Nothing was changed. Correct this in the files:">
        <List size="sm" spacing={4}>
          {errors.map((error) => (
            <List.Item key={error} className="breakable">
              {error}
            </List.Item>
          ))}
        </List>
      </Alert>
    );
  }
  if (changed.length === 0) return <Alert role="status">{message}</Alert>;
  return (
    <Alert color="brass" role="status" title="The files are in order. This would change:">
      <Stack gap="sm">
        <List size="sm">
          {changed.map((name) => (
            <List.Item key={name}>{settings[name].label}</List.Item>
          ))}
        </List>
        <Text size="sm">The versions that stand now are kept in the history of each.</Text>
        <Group>
          <Button onClick={onApply} loading={isRunning}>
            Take over the files
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
