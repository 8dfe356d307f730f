import {
  buildNamedMemberEmail,
  buildSupervisorProposalEmail,
} from '#server/groups/group-emails.ts';
import { buildSampleStudent, type EmailSamples } from '#server/mail/email-sample.ts';

export const proposalEmailSamples: EmailSamples<'proposal' | 'named'> = {
  proposal: ({ sender, texts }) =>
    buildSupervisorProposalEmail(sender, {
      supervisor: { name: texts.supervisor },
      group: {
        name: texts.group,
        title: texts.title,
        program: texts.program,
        category: texts.category,
        supervisor: texts.supervisor,
        members: [{ name: texts.member, roll: texts.roll }],
      },
      by: buildSampleStudent(texts),
    }),
  named: ({ sender, texts }) =>
    buildNamedMemberEmail(sender, {
      member: { name: texts.member },
      group: { name: texts.group, title: texts.title },
      by: buildSampleStudent(texts),
      link: `${sender.publicUrl}/`,
      days: 7,
    }),
};
