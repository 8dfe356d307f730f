import { Anchor } from '@mantine/core';

type OfficeContactProps = { office: { room: string; email: string; phone: string } };

export function OfficeContact({ office: { room, email, phone } }: OfficeContactProps) {
  return (
    <>
      {room}; <Anchor href={`mailto:${email}`}>{email}</Anchor>; {phone}
    </>
  );
}
