import { Anchor } from '@mantine/core';

type OfficeContactProps = { office: { room: string; email: string; phone: string } };

/** The office's room, email and phone, phrased as part of a sentence. */
export function OfficeContact({ office: { room, email, phone } }: OfficeContactProps) {
  return (
    <>
      {room}; <Anchor href={`mailto:${email}`}>{email}</Anchor>; {phone}
    </>
  );
}
