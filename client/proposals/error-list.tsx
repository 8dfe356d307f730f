import { Alert, Anchor, List } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { formatError, inOrder } from './check-proposal.ts';
import type { ProposalValues } from './proposal-values.ts';

/** What is still to correct after a refusal, each with its member and field, and a way there. */
export function FaultList({ form }: { form: UseFormReturnType<ProposalValues> }) {
  const faults = inOrder(form.errors);
  if (faults.length === 0) return null;
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
          {faults.length === 1 ? '1 entry needs' : `${faults.length} entries need`} your attention
        </span>
      }
    >
      <List size="sm" spacing={4}>
        {faults.map(([path, fault]) => (
          <List.Item key={path}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="inherit"
              ta="start"
              onClick={() => goTo(path)}
            >
              {formatError(path, fault, form.values.groupMembers)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
