import { Anchor, Box, Group } from '@mantine/core';
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmailLink } from '#client/ui/email-link.tsx';
import type { PublicMember } from '#contract/groups.ts';
import { toWhatsAppNumber } from '#contract/values/phone.ts';
import { formatPhone } from './format-phone.ts';

type MemberContactProps = {
  member: Pick<PublicMember, 'name' | 'email' | 'phone'>;
  /** True if the phone number opens a WhatsApp chat instead of a call. */
  withWhatsapp?: boolean;
};

export function MemberContact({ member, withWhatsapp = false }: MemberContactProps) {
  const number = toWhatsAppNumber(member.phone);
  const phone = formatPhone(member.phone);
  return (
    <Group component="address" fz="sm" fs="normal" gap="0.25rem 1.25rem">
      <ContactLine icon={IconMail}>
        <EmailLink email={member.email} inherit />
      </ContactLine>
      <ContactLine icon={withWhatsapp ? IconBrandWhatsapp : IconPhone}>
        {withWhatsapp ? (
          <Anchor
            href={`https://wa.me/${number}`}
            target="_blank"
            rel="noopener noreferrer"
            inherit
            aria-label={`${phone}, WhatsApp to ${member.name} (opens in a new tab)`}
          >
            {phone}
          </Anchor>
        ) : (
          <Anchor href={`tel:+${number}`} inherit>
            {phone}
          </Anchor>
        )}
      </ContactLine>
    </Group>
  );
}

function ContactLine({ icon: Icon, children }: { icon: typeof IconMail; children: ReactNode }) {
  return (
    <Group component="span" display="inline-flex" gap="0.45rem" wrap="nowrap" miw={0}>
      <Box component="span" display="flex" flex="none" c="dimmed">
        <Icon size={16} aria-hidden />
      </Box>
      {children}
    </Group>
  );
}
