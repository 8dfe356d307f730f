import { Alert, Anchor, List } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { formatProposalError, sortProposalErrors } from './check-proposal.ts';
import type { ProposalValues } from './proposal-values.ts';

export function ErrorList({ form }: { form: UseFormReturnType<ProposalValues> }) {
  const errors = sortProposalErrors(form.errors);
  if (errors.length === 0) return null;
  const goTo = (path: string) => {
    const node = form.getInputNode(path);
    const field = node?.matches('input') ? node : node?.querySelector('input');
    field?.focus();
  };
  return (
    <Alert
      color="red"
      role="group"
      title={
        <span role="alert">
          {errors.length === 1 ? 'Fix 1 error' : `Fix ${errors.length} errors`}
        </span>
      }
    >
      <List size="sm" spacing={4}>
        {errors.map(([path, error]) => (
          <List.Item key={path}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="inherit"
              ta="start"
              onClick={() => goTo(path)}
            >
              {formatProposalError(path, error, form.values.groupMembers)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
