import { Alert } from '@mantine/core';

export type FormAnswerProps = { fault?: string | undefined; success?: string | undefined };

/** What came of sending a form, above its fields; screen readers say it at once. */
export function FormAnswer({ fault, success }: FormAnswerProps) {
  if (fault) {
    return (
      <Alert color="red" role="alert">
        {fault}
      </Alert>
    );
  }
  return success ? (
    <Alert color="green" role="status">
      {success}
    </Alert>
  ) : null;
}
