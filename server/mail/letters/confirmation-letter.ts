import { escaped, page } from './html.ts';

/** The letter that asks whoever signed up with an address to prove that it is his; the link holds for 24 hours. */
export function confirmationLetter({ name, link }: { name: string; link: string }) {
  const subject = 'Confirm your e-mail for the FYP portal';
  return {
    subject,
    text: `Dear ${name},

Somebody, hopefully you, signed up for the FYP portal with this address. Open this link within 24 hours to confirm that it is yours:

${link}

Until then the account shows no group. If it was not you, do nothing: nobody can see your group without this letter.
`,
    html: page(
      subject,
      `<p>Dear ${escaped(name)},</p>
<p>Somebody, hopefully you, signed up for the FYP portal with this address. Open this link within 24 hours to confirm that it is yours:</p>
<p><a href="${escaped(link)}">Confirm my e-mail</a></p>
<p style="word-break:break-all">${escaped(link)}</p>
<p style="opacity:.75">Until then the account shows no group. If it was not you, do nothing: nobody can see your group without this letter.</p>`,
    ),
  };
}
