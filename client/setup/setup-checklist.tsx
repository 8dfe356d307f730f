import { Button, Stack, Text } from '@mantine/core';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { decideSetup, findSetup, type SetupChoice } from '#contract/setup.ts';
import { FirstTextsQuestion } from './first-texts-question.tsx';
import { SetupStepItem } from './setup-step-item.tsx';

/** Lists the steps to set up a new portal. Renders nothing while loading, or if all steps are done or hidden. */
export function SetupChecklist() {
  const read = useRead(
    findSetup,
    {},
    { failure: 'Couldn’t load the setup checklist', staleTime: 0 },
  );
  const decision = useAction(decideSetup, {
    failure: 'Couldn’t save your decision',
    invalidates: [findSetup],
  });
  if (read.error !== undefined)
    return <ErrorState message={read.error} onRetry={read.retry} isRetrying={read.isRetrying} />;
  if (!read.data?.isShown) return null;
  const { steps, asksForTexts } = read.data;
  const decide = (choice: SetupChoice) => decision.run({ params: { choice } });
  const next = steps.find(({ isDone }) => !isDone)?.name;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title="Set up the portal"
      description="Each step is ticked as soon as it is done. The list disappears with the last one."
      actions={
        <Button variant="default" size="xs" onClick={() => decide('hidden')}>
          Hide the list
        </Button>
      }
    >
      {asksForTexts && <FirstTextsQuestion onKeep={() => decide('texts')} />}
      <Stack gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {done} of {steps.length} steps done
        </Text>
        <ol className="plain ruled" aria-label="Steps">
          {steps.map((step) => (
            <SetupStepItem
              key={step.name}
              step={step}
              isNext={step.name === next}
              isBusy={decision.isRunning}
              onDecide={() => decide(step.name)}
            />
          ))}
        </ol>
      </Stack>
    </Section>
  );
}
