import { Alert, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import {
  type EligibilityAnswer,
  type EligibilityAnswers,
  eligibilityErrorMessage,
  eligibilityRestartDelayMs,
  getNextEligibilityStep,
} from '#contract/rules/eligibility.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';

type EligibilityCardProps = {
  rules: GroupRules;
  takesFocus: boolean;
  onPassed: (answers: EligibilityAnswers) => void;
};

/** Tracks the current question. A disqualifying answer leads back to the first question (spec 4). */
function useQuestions({ rules, onPassed }: EligibilityCardProps) {
  const [index, setIndex] = useState(0);
  const [answers, setAnswers] = useState<EligibilityAnswers>({});
  const [isRestarting, setIsRestarting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const question = rules.eligibility[index];
  useEffect(() => () => clearTimeout(timer.current), []);

  const restart = () => {
    setIsRestarting(false);
    setAnswers({});
    setIndex(0);
  };
  const take = (answer: EligibilityAnswer) => {
    if (!question) return;
    const nextAnswers = { ...answers, [question.id]: answer };
    setAnswers(nextAnswers);
    const outcome = getNextEligibilityStep(rules, index, answer);
    if (outcome === 'restart') {
      setIsRestarting(true);
      timer.current = setTimeout(restart, eligibilityRestartDelayMs);
    } else if (outcome === 'next') setIndex(index + 1);
    else onPassed(nextAnswers);
  };
  return { question, index, isRestarting, take };
}

export function EligibilityCard(props: EligibilityCardProps) {
  const { rules, takesFocus } = props;
  const id = useId();
  const { question, index, isRestarting, take } = useQuestions(props);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(takesFocus ? undefined : index);
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    heading.current?.focus();
  }, [index]);

  return (
    <Paper component="section" aria-label="Eligibility" p={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <Steps rules={rules} index={index} />
        <Title order={2} id={id} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {question?.question}
        </Title>
        <Group gap="sm" role="group" aria-labelledby={id}>
          {(['yes', 'no'] as const).map((answer) => (
            <Button
              key={answer}
              variant="default"
              size="md"
              miw="7rem"
              // Do not use the `disabled` attribute, because a disabled button loses the focus.
              data-disabled={isRestarting || undefined}
              aria-disabled={isRestarting}
              onClick={() => !isRestarting && take(answer)}
            >
              {answer === 'yes' ? 'Yes' : 'No'}
            </Button>
          ))}
        </Group>
        {isRestarting ? (
          <Alert color="red" role="alert">
            {eligibilityErrorMessage}
          </Alert>
        ) : (
          // Reserve the height of the alert that may replace this text, to prevent a layout shift.
          <Text size="sm" c="dimmed" py="calc(0.75rem + 1px)">
            Answer for your whole group. The form opens after the last question.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Steps({ rules, index }: { rules: GroupRules; index: number }) {
  return (
    <div>
      <Text size="sm" c="dimmed" role="status">
        Question {index + 1} of {rules.eligibility.length}
      </Text>
      <Group gap={6} mt="xs" aria-hidden>
        {rules.eligibility.map(({ id }, step) => (
          <Box
            component="span"
            key={id}
            flex={1}
            h={4}
            bdrs={2}
            bg={
              step <= index
                ? 'var(--mantine-primary-color-filled)'
                : 'var(--mantine-color-default-border)'
            }
          />
        ))}
      </Group>
    </div>
  );
}
