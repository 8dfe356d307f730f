import { Alert } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import type { Root } from './fields.ts';
import { placeOf } from './values.ts';

/** Lists every error of a rejected save with the position of its field, because some fields are not visible. */
export function ErrorSummary({ root, errors }: { root: Root; errors: FormErrors }) {
  const found = Object.entries(errors);
  if (found.length === 0) return null;
  const title =
    found.length === 1
      ? 'One thing is to be corrected'
      : `${found.length} things are to be corrected`;
  return (
    <Alert color="red" role="alert" title={`Nothing was saved. ${title}:`}>
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        {found.map(([path, message]) => {
          const place = placeOf(root, path.split('.').slice(1));
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
