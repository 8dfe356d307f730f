import type { AnnouncementPreview, AudienceRole } from '#contract/messages/announcements.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import type { Services } from '#server/services.ts';
import { composeAnnouncementEmail } from './announcement-email.ts';
import type { AnnouncementRecipient } from './audience.ts';

type PreviewedAnnouncement = { title: string; text: string; by: string; byEmail: boolean };

/** Returns the recipients of an announcement and a preview of the email to the first of them. */
export function composeAnnouncementPreview(
  services: Services,
  recipients: readonly AnnouncementRecipient[],
  { byEmail, ...announcement }: PreviewedAnnouncement,
): AnnouncementPreview {
  const count = (role: AudienceRole) =>
    recipients.filter(({ roles }) => roles.includes(role)).length;
  const emailTo = byEmail ? (recipients[0]?.name ?? null) : null;
  const announced = { ...announcement, text: parseFormattedText(announcement.text).blocks };
  const composed = composeAnnouncementEmail(
    getEmailSender(services),
    emailTo ?? 'student',
    announced,
  );
  const { subject, text, html } = composed;
  return {
    counts: {
      student: count('student'),
      supervisor: count('supervisor'),
      examiner: count('examiner'),
    },
    recipients: recipients.map(({ to: _, ...recipient }) => recipient),
    withoutAccount: recipients.filter(({ hasAccount }) => !hasAccount).length,
    emailTo,
    email: byEmail ? { subject, text, html } : null,
  };
}
