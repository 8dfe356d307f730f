import { Anchor, type AnchorProps } from '@mantine/core';
import { buildMailtoUrl } from '#contract/values/mailto.ts';

type EmailLinkProps = Pick<AnchorProps, 'inherit' | 'size'> & { email: string };

export function EmailLink({ email, ...style }: EmailLinkProps) {
  return (
    <Anchor href={buildMailtoUrl(email)} className="breakable" translate="no" {...style}>
      {email}
    </Anchor>
  );
}
