import { escaped, page } from './html.ts';

/** The letter with the link to a new password; the link holds for 30 minutes. */
export function passwordLetter({ name, link }: { name: string; link: string }) {
  const subject = 'A new password for the FYP portal';
  const request = `Somebody, hopefully you, asked for a new password for the FYP portal. Open this link within 30 minutes to choose one:`;
  const otherwise = 'If it was not you, do nothing: your password stays as it is.';
  return {
    subject,
    text: `Dear ${name},\n\n${request}\n\n${link}\n\n${otherwise}\n`,
    html: page(
      subject,
      `<p>Dear ${escaped(name)},</p>
<p>${request}</p>
<p><a href="${escaped(link)}">Choose a new password</a></p>
<p style="word-break:break-all">${escaped(link)}</p>
<p style="opacity:.75">${otherwise}</p>`,
    ),
  };
}
