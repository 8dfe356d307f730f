import { Alert, Button, FileInput, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { adminToastMs, toast } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { invalidateSettings } from '#client/settings/invalidate-settings.ts';
import { hasEveryChoice, MarksChoices } from '#client/settings/marks-choices.tsx';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type Conversion, importSettings, settings } from '#contract/settings.ts';
import { readFiles } from './read-files.ts';

type Reply = ReplyOf<typeof importSettings>;
type Read = { files: Record<string, string>; reply: Reply };

function useUpload(cohort: string | undefined) {
  const [chosen, setChosen] = useState<File[]>([]);
  const [unreadable, setUnreadable] = useState<string>();
  const [read, setRead] = useState<Read>();
  const run = useAction(
    async ({
      files,
      ...how
    }: {
      files: Read['files'];
      dryRun: boolean;
      conversion?: Conversion;
    }) => ({
      files,
      reply: await call(importSettings, { query: { cohort }, body: { files, ...how } }),
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
  const apply = ({ files }: Read, conversion: Conversion | undefined) =>
    run.run({ files, dryRun: false, ...(conversion && { conversion }) });
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
      {read && (
        <Checked
          reply={read.reply}
          isRunning={isRunning}
          onApply={(conversion) => apply(read, conversion)}
        />
      )}
    </Stack>
  );
}

type CheckedProps = {
  reply: Reply;
  isRunning: boolean;
  onApply: (conversion: Conversion | undefined) => void;
};

function Checked({ reply, isRunning, onApply }: CheckedProps) {
  const { errors, changed, affected, message } = reply;
  const [conversion, setConversion] = useState<Conversion>({});
  const [isChecked, setIsChecked] = useState(false);
  const apply = () => {
    setIsChecked(true);
    if (hasEveryChoice(affected, conversion)) onApply(affected.length > 0 ? conversion : undefined);
  };
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
        {affected.length > 0 && (
          <>
            <Text size="sm">
              The marking scheme affects marks that were given. Each student who has been told of a
              mark gets an email with the value before and after.
            </Text>
            <MarksChoices
              affected={affected}
              value={conversion}
              onChange={setConversion}
              isChecked={isChecked}
            />
          </>
        )}
        <Group>
          <Button onClick={apply} loading={isRunning}>
            Take over the files
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
