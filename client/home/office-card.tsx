import { Anchor } from '@mantine/core';
import { Section } from '#client/ui/section.tsx';
import type { Department } from '#contract/department.ts';
import classes from './home.module.css';

/** The number that a phone dials: what comes after a comma is said to a person. */
const dialled = (phone: string) => phone.replace(/,.*$/s, '').replace(/[^+\d]/g, '');

/** Where to ask what the page does not answer. */
export function OfficeCard({ office }: { office: Department['office'] }) {
  return (
    <Section title="FYP office">
      <dl className={classes.office}>
        <dt>Room</dt>
        <dd>{office.room}</dd>
        <dt>Hours</dt>
        <dd>{office.hours}</dd>
        <dt>Email</dt>
        <dd>
          <Anchor href={`mailto:${office.email}`}>{office.email}</Anchor>
        </dd>
        <dt>Phone</dt>
        <dd>
          <Anchor href={`tel:${dialled(office.phone)}`}>{office.phone}</Anchor>
        </dd>
      </dl>
    </Section>
  );
}
