import { escaped, page } from './html.ts';

type Invitation = { name: string; role: string; email: string; link: string };

/** The letter to somebody for whom an admin made an account; the link to a password of his own holds for 7 days. */
export function invitationLetter({ name, role, email, link }: Invitation) {
  const subject = 'Your account in the FYP portal';
  const made = `The FYP office has made an account for you in the portal for final-year projects (${role}). You log in with ${email}. Choose your password within 7 days:`;
  const later = 'Later, “Forgotten your password?” on the login page sends you another link.';
  return {
    subject,
    text: `Dear ${name},\n\n${made}\n\n${link}\n\n${later}\n`,
    html: page(
      subject,
      `<p>Dear ${escaped(name)},</p>
<p>${escaped(made)}</p>
<p><a href="${escaped(link)}">Choose my password</a></p>
<p style="word-break:break-all">${escaped(link)}</p>
<p style="opacity:.75">${later}</p>`,
    ),
  };
}
