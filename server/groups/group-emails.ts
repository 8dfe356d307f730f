import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { composeEmail, type EmailBlock, type EmailSender } from '#server/mail/compose-email.ts';
import { quoteUserText } from '#server/mail/quoted.ts';
import { safeText, showEmailAddress } from '#server/mail/safe-text.ts';

type Named = { name: string; title: string };
type Person = { name: string; email: string };

export type ProposedGroup = Named & {
  program: string;
  category: string;
  supervisor: string;
  members: readonly { name: string; roll: string }[];
};

const facts = (group: ProposedGroup): EmailBlock => ({
  facts: [
    { label: 'Group', value: group.name },
    { label: 'Project', value: quoteUserText(group.title) },
    { label: 'Program', value: group.program },
    { label: 'Category', value: group.category },
    { label: 'Supervisor', value: group.supervisor },
    ...group.members.map(({ name, roll }, index) => ({
      label: `Member ${index + 1}`,
      value: isolateRightToLeftValues`${quoteUserText(name)}, ${quoteUserText(roll)}`,
    })),
  ],
});

const valuesOf = ({ name }: { name: string }, group: Named, by: Person) => ({
  name: quoteUserText(name),
  group: group.name,
  title: quoteUserText(group.title),
  student: quoteUserText(by.name),
});

/** Builds the email to a person who was named as a group member. Its second link lets them report a mistake. */
export function buildNamedMemberEmail(
  sender: EmailSender,
  input: { member: { name: string }; group: Named; by: Person; link: string; days: number },
) {
  const { member, group, by, link, days } = input;
  return composeEmail(sender, {
    subject: `${group.name}: you were added as a member`,
    own: { kind: 'named', values: valuesOf(member, group, by) },
    blocks: [
      { paragraph: isolateRightToLeftValues`Dear ${quoteUserText(member.name)},` },
      {
        paragraph: safeText`${quoteUserText(by.name)} (${showEmailAddress(by.email)}) added you, with this address, as a member of the group ${group.name}. Its project is “${quoteUserText(group.title)}”.`,
      },
      {
        paragraph: 'If that’s right, log in or sign up with this address to see the group:',
      },
      { link: `${sender.publicUrl}${paths.students}`, label: 'See my group' },
      {
        paragraph: isolateRightToLeftValues`If you’re not part of this group, let the FYP office know within ${days} days:`,
      },
      { link, label: 'I am not part of this group', isWritten: true },
    ],
  });
}

export function buildSupervisorProposalEmail(
  sender: EmailSender,
  input: { supervisor: { name: string }; group: ProposedGroup; by: Person },
) {
  const { supervisor, group, by } = input;
  return composeEmail(sender, {
    subject: `${group.name}: a new proposal names you as supervisor`,
    own: { kind: 'proposal', values: valuesOf(supervisor, group, by) },
    replyTo: by.email,
    isOptional: true,
    blocks: [
      { paragraph: isolateRightToLeftValues`Dear ${supervisor.name},` },
      {
        paragraph: safeText`${quoteUserText(by.name)} (${showEmailAddress(by.email)}) proposed a project with you as supervisor.`,
      },
      facts(group),
      { link: `${sender.publicUrl}${paths.faculty}`, label: 'Open the group' },
    ],
  });
}

export function buildOfficeProposalEmail(
  sender: EmailSender,
  { group, by }: { group: ProposedGroup; by: Person },
) {
  return composeEmail(sender, {
    subject: `${group.name}: new proposal`,
    replyTo: by.email,
    isOptional: true,
    blocks: [
      {
        paragraph: safeText`${quoteUserText(by.name)} (${showEmailAddress(by.email)}) proposed a project.`,
      },
      facts(group),
      {
        link: `${sender.publicUrl}${links.adminGroup(group.name)}`,
        label: 'Open the group',
      },
    ],
  });
}

export function buildMembershipObjectionEmail(
  sender: EmailSender,
  { member, group }: { member: Person; group: Named },
) {
  return composeEmail(sender, {
    subject: `${group.name}: a member says they aren’t part of it`,
    blocks: [
      {
        paragraph: safeText`The person who receives emails at ${showEmailAddress(member.email)} says they aren’t part of the group ${group.name}, which has this address for ${quoteUserText(member.name)}. Nothing has changed. Ask both sides, then correct or delete the group.`,
      },
      {
        link: `${sender.publicUrl}${links.adminTab('attention')}`,
        label: 'Open the Attention tab',
      },
    ],
  });
}
