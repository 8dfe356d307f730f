import { type EmailPriority, emailPriorities } from '#contract/feature.ts';
import { collectKinds, type EmailTopic } from '#contract/features.ts';

const noticeKinds = Object.entries(collectKinds('noticeKinds'));

/** Priority of the emails about each topic. */
export const priorityByTopic = {
  ...Object.fromEntries(noticeKinds.map(([kind, { emailPriority }]) => [kind, emailPriority])),
  ...collectKinds('directEmails'),
} as Readonly<Record<EmailTopic, EmailPriority>>;

/** Returns the position of the topic's priority: 0 is sent first. */
export const getEmailPriority = (topic: EmailTopic): number =>
  emailPriorities.indexOf(priorityByTopic[topic]);

/** Returns true if the emails about the topic contain a one-use link. */
export const carriesOneUseLink = (topic: EmailTopic): boolean => priorityByTopic[topic] === 'link';
