import { Anchor } from '@mantine/core';
import { EmailLink } from '#client/ui/email-link.tsx';
import { Section } from '#client/ui/section.tsx';
import type { Department } from '#contract/settings/department.ts';

/** Drops the extension, which follows a comma. */
const toDialNumber = (phone: string) => phone.replace(/,.*$/s, '').replace(/[^+\d]/g, '');

export function OfficeCard({ office }: { office: Department['office'] }) {
  return (
    <Section title="FYP office">
      <dl className="facts">
        <dt>Room</dt>
        <dd>{office.room}</dd>
        <dt>Hours</dt>
        <dd>{office.hours}</dd>
        <dt>Email</dt>
        <dd>
          <EmailLink email={office.email} />
        </dd>
        <dt>Phone</dt>
        <dd>
          <Anchor href={`tel:${toDialNumber(office.phone)}`}>{office.phone}</Anchor>
        </dd>
      </dl>
    </Section>
  );
}
