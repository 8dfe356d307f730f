/** Details of enhanced status codes (RFC 3463) that concern the sender, its limits or the mail server itself. */
const senderStatus = /^(?:1\.(?:7|8|90)|2\.252|3\.[0125]|4\.5|7\.(?:57|60|5\d\d|70\d|23[23]))$/;
/** Details that concern the recipient or this email, whatever the text says. */
const emailStatus = /^(?:1\.|2\.|3\.4|4\.[14]$|6\.)/;

/** Replies of Gmail, Microsoft 365, Amazon SES, Zoho and others to a sender that has used up a limit or is suspended. */
const senderTexts = [
  /\b(?:daily|hourly|sending|submission|relay|message|rate)\b.*\b(?:limit|quota|rate)\b.*\b(?:exceed|reach)/i,
  /\b(?:exceed|reach)\w*\b.*\b(?:daily|hourly|sending|submission|relay|message|rate)\b.*\b(?:limit|quota|rate)\b/i,
  /\bthrottl/i,
  /\btoo many (?:messages|emails|mails|connections|sessions)\b|\brate.?limit/i,
  /\bsending (?:is |was )?(?:paused|suspended|disabled)|\bunusual sending|\bsend ?as ?denied/i,
  /\b(?:sender|account|user) (?:is |has been |was )?(?:suspended|blocked from sending|not allowed to send)/i,
  /\bnot have permissions? to send as\b/i,
];

/** Words of replies about one mailbox or one email, such as “Message size limit exceeded”. */
const emailTexts = /\b(?:mailbox|inbox|size|score|spam)\b/i;

/** Returns true if a mail server's reply to any command refuses the sender or the moment, and so every email. */
export function isSenderRefused(reply: string): boolean {
  const [, status] = /^\d{3}[ -]#?[45]\.(\d{1,3}\.\d{1,3})\b/.exec(reply) ?? [];
  if (status !== undefined && senderStatus.test(status)) return true;
  if (status !== undefined && emailStatus.test(status)) return false;
  return !emailTexts.test(reply) && senderTexts.some((text) => text.test(reply));
}
