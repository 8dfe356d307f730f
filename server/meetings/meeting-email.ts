import { links } from '#contract/links.ts';
import { nameMeeting } from '#contract/rules/meetings.ts';
import { nameSlot } from '#contract/rules/office-hours.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { composeEmail, type EmailBlock, type EmailSender } from '#server/mail/compose-email.ts';
import { buildSampleStudent, type EmailSamples } from '#server/mail/email-sample.ts';

export type MeetingEvent =
  | 'recorded'
  | 'confirmed'
  | 'correction-proposed'
  | 'correction-confirmed'
  | 'correction-declined'
  | 'corrected'
  | 'slot-booked'
  | 'slot-cancelled';

type Wording = {
  heading: string;
  /** Action of the person, followed by the name of the meeting. */
  verb: string;
  /** Name of the slot instead of the meeting. */
  object?: (heldAt: string, timeZone: string) => string;
  /** Sentence that asks the recipient to act. */
  task?: string;
};

const wordings: Record<MeetingEvent, Wording> = {
  recorded: {
    heading: 'meeting to confirm',
    verb: 'recorded',
    task: 'Please confirm it or propose a correction.',
  },
  confirmed: { heading: 'meeting confirmed', verb: 'confirmed' },
  'correction-proposed': {
    heading: 'meeting correction to confirm',
    verb: 'proposed a correction of',
    task: 'Please confirm or decline it. The recorded version stays until then.',
  },
  'correction-confirmed': {
    heading: 'meeting correction confirmed',
    verb: 'confirmed the correction of',
  },
  'correction-declined': {
    heading: 'meeting correction declined',
    verb: 'declined the correction of',
  },
  corrected: { heading: 'meeting corrected by the FYP office', verb: 'corrected' },
  'slot-booked': { heading: 'office hours booked', verb: 'booked', object: nameSlot },
  'slot-cancelled': { heading: 'office hours cancelled', verb: 'cancelled', object: nameSlot },
};

type AboutMeeting = {
  event: MeetingEvent;
  by: { name: string; email: string };
  group: { name: string };
  heldAt: string;
  timeZone: string;
  reason?: string | undefined;
};

/** Returns a complete sentence: "Sana Malik recorded the meeting on 12 March 2027, 14:00." */
export function describeMeetingEvent({ event, by, heldAt, timeZone }: AboutMeeting): string {
  const { verb, task, object = nameMeeting } = wordings[event];
  const sentence = isolateRightToLeftValues`${by.name} ${verb} ${object(heldAt, timeZone)}.`;
  return task ? `${sentence} ${task}` : sentence;
}

export function composeMeetingEmail(sender: EmailSender, name: string, about: AboutMeeting) {
  const { event, by, group, reason } = about;
  const blocks: EmailBlock[] = [
    { paragraph: isolateRightToLeftValues`Dear ${name},\n\n${describeMeetingEvent(about)}` },
    {
      facts: [
        { label: 'Group', value: group.name },
        ...(reason ? [{ label: 'Reason', value: reason, isText: true }] : []),
      ],
    },
    {
      link: `${sender.publicUrl}${links.groupTab(group.name, 'meetings')}`,
      label: 'Open the meetings',
    },
  ];
  return composeEmail(sender, {
    subject: `${group.name}: ${wordings[event].heading}`,
    blocks,
    replyTo: by.email,
    own: { kind: 'meeting', values: { name, group: group.name } },
    isOptional: true,
  });
}

export const meetingEmailSamples: EmailSamples<'meeting'> = {
  meeting: ({ sender, timeZone, now, texts }) =>
    composeMeetingEmail(sender, texts.supervisor, {
      event: 'recorded',
      by: buildSampleStudent(texts),
      group: { name: texts.group },
      heldAt: now.toISOString(),
      timeZone,
    }),
};
