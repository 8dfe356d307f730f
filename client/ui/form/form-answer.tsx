import { Alert } from '@mantine/core';

export type FormStatusProps = { fault?: string | undefined; success?: string | undefined };

/** What came of sending a form, above its fields; screen readers say it at once. */
export function FormStatus({ fault, success }: FormStatusProps) {
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
