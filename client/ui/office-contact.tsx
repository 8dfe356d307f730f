import { EmailLink } from './email-link.tsx';

type OfficeContactProps = { office: { room: string; email: string; phone: string } };

export function OfficeContact({ office: { room, email, phone } }: OfficeContactProps) {
  return (
    <>
      {room}; <EmailLink email={email} />; {phone}
    </>
  );
}
