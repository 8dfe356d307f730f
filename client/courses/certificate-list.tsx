import { Checkbox, List, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '#client/ui/section.tsx';
import type { Courses } from '#contract/courses.ts';
import { optionalNeeded } from '#contract/rules/certificates-state.ts';
import { type Ticks as CertificateTicks, progressOf } from './certificates.ts';
import { useTicks } from './use-ticks.ts';

type Rule = Courses['rule'];

const formatRule = (rule: Rule) =>
  `At least ${rule.minimum} certificates: the ${rule.mandatory.length} mandatory ones and at least ${optionalNeeded(rule)} optional ones that have to do with your project.`;

/** The rule, with a box to tick at each certificate; only the student sees these ticks. */
export function CertificateList({ rule, userId }: { rule: Rule; userId: string }) {
  const [ticks, change] = useTicks(userId);
  const { done, total, isFulfilled } = progressOf(rule, ticks);
  return (
    <Section
      title="Your certificates"
      description={`${formatRule(rule)} What you tick here is for yourself and stays in this browser.`}
    >
      <div>
        <Text fw={600} role="status" mb={6} className="tabular">
          {done} of {total} certificates{isFulfilled && ': all there'}
        </Text>
        <Progress.Root size="md">
          <Progress.Section value={(done / total) * 100} aria-label="Certificates ticked" />
        </Progress.Root>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        <CourseTicks rule={rule} ticks={ticks} onChange={change} />
        <Ticks title="Or an internship">
          <Checkbox
            label="I have an internship certificate"
            description={rule.internship}
            checked={ticks.internship}
            onChange={(event) => change({ internship: event.currentTarget.checked })}
          />
        </Ticks>
      </SimpleGrid>
    </Section>
  );
}

type CourseTicksProps = {
  rule: Rule;
  ticks: CertificateTicks;
  onChange: (change: Partial<CertificateTicks>) => void;
};

function CourseTicks({ rule, ticks, onChange }: CourseTicksProps) {
  const needed = optionalNeeded(rule);
  const tickMandatory = (id: string, isTicked: boolean) => {
    const others = ticks.mandatory.filter((other) => other !== id);
    onChange({ mandatory: isTicked ? [...others, id] : others });
  };
  return (
    <>
      <Ticks title="Mandatory" isDisabled={ticks.internship}>
        {rule.mandatory.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={ticks.mandatory.includes(id)}
            onChange={(event) => tickMandatory(id, event.currentTarget.checked)}
          />
        ))}
      </Ticks>
      <Ticks title={`Optional, at least ${needed}`} isDisabled={ticks.internship}>
        {Array.from({ length: needed }, (_, index) => index + 1).map((count) => (
          <Checkbox
            key={count}
            label={`Optional course ${count}`}
            checked={ticks.optional >= count}
            onChange={(event) =>
              onChange({ optional: event.currentTarget.checked ? count : count - 1 })
            }
          />
        ))}
      </Ticks>
    </>
  );
}

type TicksProps = { title: string; isDisabled?: boolean; children: ReactNode };

function Ticks({ title, isDisabled = false, children }: TicksProps) {
  return (
    <Stack
      renderRoot={(props) => <fieldset disabled={isDisabled} {...props} />}
      gap="0.6rem"
      className="bare"
    >
      <Text component="legend" fw={600} mb="0.6rem" p={0}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

/** The rule as those read it who need no certificates themselves. */
export function CertificateRule({ rule }: { rule: Rule }) {
  return (
    <Section title="The rule of certificates" description={formatRule(rule)}>
      <Text component="h3" fw={600} m={0}>
        Mandatory
      </Text>
      <List>
        {rule.mandatory.map(({ id, title }) => (
          <List.Item key={id}>{title}</List.Item>
        ))}
      </List>
      <Text>{rule.internship}</Text>
    </Section>
  );
}
