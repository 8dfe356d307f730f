import { Alert } from '@mantine/core';
import { BidiSentence } from '#client/ui/sentence.tsx';

export type FormStatusProps = { error?: string | undefined; success?: string | undefined };

export function FormStatus({ error, success }: FormStatusProps) {
  if (error) {
    return (
      <Alert color="red" role="alert">
        <BidiSentence text={error} />
      </Alert>
    );
  }
  return success ? (
    <Alert color="green" role="status">
      <BidiSentence text={success} />
    </Alert>
  ) : null;
}
