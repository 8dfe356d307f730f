import { Checkbox, List, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '#client/ui/section.tsx';
import { countRequiredOptionalCertificates } from '#contract/rules/certificates-state.ts';
import type { Courses } from '#contract/settings/courses.ts';
import {
  type TickedCertificates as CertificateTicks,
  getCertificateProgress,
} from './certificates.ts';
import { useTickedCertificates } from './use-ticks.ts';

type Rule = Courses['rule'];

const formatRule = (rule: Rule) =>
  `At least ${rule.minimum} certificates: the ${rule.mandatory.length} mandatory ones and at least ${countRequiredOptionalCertificates(rule)} optional ones related to your project.`;

/** The ticks are private and stored in this browser only. */
export function CertificateList({ rule, userId }: { rule: Rule; userId: string }) {
  const [ticks, change] = useTickedCertificates(userId);
  const { done, total, isFulfilled } = getCertificateProgress(rule, ticks);
  return (
    <Section
      title="Your certificates"
      description={`${formatRule(rule)} Your ticks are private and stored in this browser only.`}
    >
      <div>
        <Text fw={600} role="status" mb={6} className="tabular">
          {done} of {total} certificates{isFulfilled && ': complete'}
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
  const needed = countRequiredOptionalCertificates(rule);
  const tickMandatory = (id: string, isTicked: boolean) => {
    const otherIds = ticks.mandatory.filter((tickedId) => tickedId !== id);
    onChange({ mandatory: isTicked ? [...otherIds, id] : otherIds });
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
      miw={0}
      bd={0}
      className="plain"
    >
      <Text component="legend" fw={600} mb="0.6rem" p={0}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

export function CertificateRequirements({ rule }: { rule: Rule }) {
  return (
    <Section title="Required certificates" description={formatRule(rule)}>
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
