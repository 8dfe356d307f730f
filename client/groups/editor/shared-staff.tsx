import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { BidiSentence } from '#client/ui/sentence.tsx';

export type SharedStaff = {
  /** Name of the person who is the supervisor and the external examiner. Undefined if these are two people. */
  name: string | undefined;
  /** True if the user has to confirm it before saving. A stored pair that was not edited needs no confirmation. */
  isAsked: boolean;
  isConfirmed: boolean;
  confirm: (isConfirmed: boolean) => void;
  error: ReactNode;
};

/** Warns that one person has both staff roles, and asks for confirmation before this is saved. */
export function SharedStaffWarning({ name, isAsked, isConfirmed, confirm, error }: SharedStaff) {
  if (name === undefined) return null;
  return (
    <Alert
      color="brass"
      role="status"
      title="One person in both roles"
      style={{ gridColumn: '1 / -1' }}
    >
      <Stack gap="sm">
        <Text size="sm" className="breakable">
          <BidiSentence
            text={`${name} is both the supervisor and the external examiner, and gives all of this group’s marks. If two people share this name, choose an account for each.`}
          />
        </Text>
        {isAsked && (
          <Checkbox
            label="This person has both roles"
            checked={isConfirmed}
            error={error}
            aria-invalid={Boolean(error)}
            onChange={(event) => confirm(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </Alert>
  );
}
