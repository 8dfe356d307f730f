import { Alert } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import type { RootField } from './fields.ts';
import { describeFieldPath } from './values.ts';

/** Lists all errors of a rejected save with the path of each field, because a collapsed section hides its fields. */
export function ErrorSummary({ root, errors }: { root: RootField; errors: FormErrors }) {
  const entries = Object.entries(errors);
  if (entries.length === 0) return null;
  const title = entries.length === 1 ? '1 error to fix' : `${entries.length} errors to fix`;
  return (
    <Alert color="red" role="alert" title={`Nothing was saved. ${title}:`}>
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        {entries.map(([path, message]) => {
          const place = describeFieldPath(root, path.split('.').slice(1));
          return (
            <li key={path}>
              {place === '' ? (
                message
              ) : (
                <>
                  {place}: {message}
                </>
              )}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}
