import { Checkbox, List, Progress, SimpleGrid, Text } from '@mantine/core';
import { Section } from '#client/ui/section.tsx';
import type { Courses } from '#contract/content.ts';
import { optionalNeeded, progressOf } from './certificates.ts';
import classes from './courses.module.css';
import { useTicks } from './use-ticks.ts';

type Rule = Courses['rule'];

const formatRule = (rule: Rule) =>
  `At least ${rule.minimum} certificates: the ${rule.mandatory.length} mandatory ones and at least ${optionalNeeded(rule)} optional ones that have to do with your project.`;

/** The rule, with a box to tick at each certificate; only the student himself sees his ticks. */
export function CertificateList({ rule, userId }: { rule: Rule; userId: string }) {
  const [ticks, change] = useTicks(userId);
  const { done, total, isFulfilled } = progressOf(rule, ticks);
  const tickMandatory = (id: string, isTicked: boolean) => {
    const others = ticks.mandatory.filter((other) => other !== id);
    change({ mandatory: isTicked ? [...others, id] : others });
  };
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
        <fieldset className={classes.fieldset} disabled={ticks.internship}>
          <Text component="legend" fw={600}>
            Mandatory
          </Text>
          {rule.mandatory.map(({ id, title }) => (
            <Checkbox
              key={id}
              label={title}
              checked={ticks.mandatory.includes(id)}
              onChange={(event) => tickMandatory(id, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        <fieldset className={classes.fieldset} disabled={ticks.internship}>
          <Text component="legend" fw={600}>
            Optional, at least {optionalNeeded(rule)}
          </Text>
          {Array.from({ length: optionalNeeded(rule) }, (_, index) => index + 1).map((count) => (
            <Checkbox
              key={count}
              label={`Optional course ${count}`}
              checked={ticks.optional >= count}
              onChange={(event) =>
                change({ optional: event.currentTarget.checked ? count : count - 1 })
              }
            />
          ))}
        </fieldset>
        <fieldset className={classes.fieldset}>
          <Text component="legend" fw={600}>
            Or an internship
          </Text>
          <Checkbox
            label="I have an internship certificate"
            description={rule.internship}
            checked={ticks.internship}
            onChange={(event) => change({ internship: event.currentTarget.checked })}
          />
        </fieldset>
      </SimpleGrid>
    </Section>
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
