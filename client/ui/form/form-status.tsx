import { Alert } from '@mantine/core';
import { Sentence } from '#client/ui/sentence.tsx';

export type FormStatusProps = { error?: string | undefined; success?: string | undefined };

export function FormStatus({ error, success }: FormStatusProps) {
  if (error) {
    return (
      <Alert color="red" role="alert">
        <Sentence text={error} />
      </Alert>
    );
  }
  return success ? (
    <Alert color="green" role="status">
      <Sentence text={success} />
    </Alert>
  ) : null;
}
