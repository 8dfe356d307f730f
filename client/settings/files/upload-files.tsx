import { Alert, Button, FileInput, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isEveryChoiceMade, MarksTreatmentFields } from '#client/settings/marks-choices.tsx';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { MarksConversion } from '#contract/settings/settings.ts';
import { SettingDifferences } from './differences.tsx';
import { type ImportReply, useSettingsUpload } from './use-upload.ts';

export function SettingsUploadForm({ cohort }: { cohort: string | undefined }) {
  const { chosen, choose, check, compare, apply, checked, stale, problem, isChecking, isApplying } =
    useSettingsUpload(cohort);
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
      <SubmitButton
        variant={checked ? 'default' : 'filled'}
        disabled={chosen.length === 0 || isApplying}
        isBusy={isChecking}
        busyText="Checking…"
        onPress={() => void check()}
      >
        Check the files
      </SubmitButton>
      {problem && (
        <Alert color="red" role="alert">
          <Stack gap="sm" align="flex-start">
            {problem}
            {stale && (
              <Button size="xs" variant="default" onClick={() => compare(stale)}>
                Compare with today’s settings
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      {checked && (
        <CheckedFiles
          reply={checked.reply}
          isApplying={isApplying}
          onApply={(conversion) => apply(checked, conversion)}
        />
      )}
    </Stack>
  );
}

type CheckedFilesProps = {
  reply: ImportReply;
  isApplying: boolean;
  onApply: (conversion: MarksConversion | undefined) => void;
};

function CheckedFiles({ reply, isApplying, onApply }: CheckedFilesProps) {
  const { errors, differences, affected, message } = reply;
  const [isAsking, setIsAsking] = useState(false);
  const [conversion, setConversion] = useState<MarksConversion>({});
  const [isChecked, setIsChecked] = useState(false);
  if (errors.length > 0) return <Errors errors={errors} />;
  if (differences.length === 0) return <Alert role="status">{message}</Alert>;
  const isKnown = differences.every(({ basis }) => basis === 'current');
  const apply = () => onApply(affected.length > 0 ? conversion : undefined);
  const confirm = () => {
    setIsChecked(true);
    if (!isEveryChoiceMade(affected, conversion)) return;
    if (isKnown) apply();
    else setIsAsking(true);
  };
  return (
    <Stack gap="md" w="100%" align="flex-start">
      <Alert color="brass" role="status" title="The files are valid">
        <Text size="sm">
          They change the settings listed here. Check each line before you apply the files. The
          versions of today are kept in the history of each setting.
        </Text>
      </Alert>
      <SettingDifferences differences={differences} />
      {affected.length > 0 && (
        <Stack gap="sm">
          <Text size="sm">
            The marking scheme affects marks that were given. Each student who has been told of a
            mark gets an email with the value before and after.
          </Text>
          <MarksTreatmentFields
            affected={affected}
            value={conversion}
            onChange={setConversion}
            isChecked={isChecked}
          />
        </Stack>
      )}
      <SubmitButton isBusy={isApplying} busyText="Saving…" onPress={confirm}>
        Apply the files
      </SubmitButton>
      <ConfirmDialog
        opened={isAsking}
        title="Replace today’s settings?"
        confirmLabel="Replace"
        onConfirm={() => {
          setIsAsking(false);
          apply();
        }}
        onClose={() => setIsAsking(false)}
      >
        Some files were not downloaded from today’s version. Every difference in the list is
        applied, also where somebody has saved something newer.
      </ConfirmDialog>
    </Stack>
  );
}

const Errors = ({ errors }: { errors: readonly string[] }) => (
  <Alert color="red" role="alert" title="Nothing was changed. Correct these errors in the files:">
    <List size="sm" spacing={4}>
      {errors.map((error) => (
        <List.Item key={error} className="breakable">
          {error}
        </List.Item>
      ))}
    </List>
  </Alert>
);
