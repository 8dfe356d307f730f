import { paths } from '#contract/paths.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { composeEmail, type EmailBlock, type EmailSender } from '#server/mail/compose-email.ts';
import { quoteUserText } from '#server/mail/quoted.ts';

/** A role in a group that an account has got or lost. */
export type StaffRole = { as: string; group: { name: string; title: string } };

type Person = { name: string; email: string };

/** Builds the email to an account that was named for groups, or that is no longer named. */
export function buildStaffEmail(
  sender: EmailSender,
  input: {
    staff: { name: string };
    named: readonly StaffRole[];
    ended: readonly StaffRole[];
    by: Person;
    path: string;
  },
) {
  const { staff, named, ended, by, path } = input;
  return composeEmail(sender, {
    subject: formatSubject(named, ended),
    replyTo: by.email,
    isOptional: true,
    blocks: [
      { paragraph: isolateRightToLeftValues`Dear ${staff.name},` },
      ...formatNamed(named, by),
      ...formatEnded(ended, by),
      {
        link: `${sender.publicUrl}${path}`,
        label: named.length === 1 ? 'Open the group' : 'Open the portal',
      },
    ],
  });
}

function formatSubject(named: readonly StaffRole[], ended: readonly StaffRole[]): string {
  const [only] = [...named, ...ended];
  if (!only || named.length + ended.length > 1) return 'Your groups have changed';
  return named.length === 1
    ? `${only.group.name}: you were added as ${only.as}`
    : `${only.group.name}: you’re no longer ${only.as}`;
}

function formatNamed(named: readonly StaffRole[], by: Person): EmailBlock[] {
  const [only] = named;
  if (!only) return [];
  if (named.length > 1) {
    const paragraph = isolateRightToLeftValues`${by.name} added you to ${named.length} groups:`;
    return [{ paragraph }, formatRoles(named)];
  }
  const { as, group } = only;
  return [
    {
      paragraph: isolateRightToLeftValues`${by.name} added you as ${as} of the group ${group.name}. Its project is “${quoteUserText(group.title)}”.`,
    },
  ];
}

function formatEnded(ended: readonly StaffRole[], by: Person): EmailBlock[] {
  const [only] = ended;
  if (!only) return [];
  if (ended.length > 1) {
    const paragraph = isolateRightToLeftValues`${by.name} removed you from ${ended.length} groups:`;
    return [{ paragraph }, formatRoles(ended)];
  }
  const { as, group } = only;
  return [
    {
      paragraph: isolateRightToLeftValues`You are no longer ${as} of the group ${group.name}, whose project is “${quoteUserText(group.title)}”. ${by.name} made this change.`,
    },
  ];
}

const formatRoles = (roles: readonly StaffRole[]): EmailBlock => ({
  facts: roles.map(({ as, group }) => ({
    label: group.name,
    value: isolateRightToLeftValues`${as}, “${quoteUserText(group.title)}”`,
  })),
});

/** Builds the email to a member whose supervisor or external examiner has changed. */
export function buildMemberStaffEmail(
  sender: EmailSender,
  input: {
    member: { name: string };
    group: { name: string };
    roles: readonly string[];
    sentences: readonly string[];
    by: Person;
  },
) {
  const { member, group, roles, sentences, by } = input;
  const verb = roles.length === 1 ? 'has' : 'have';
  return composeEmail(sender, {
    subject: `${group.name}: your ${roles.join(' and ')} ${verb} changed`,
    replyTo: by.email,
    isOptional: true,
    blocks: [
      { paragraph: isolateRightToLeftValues`Dear ${quoteUserText(member.name)},` },
      ...sentences.map((paragraph) => ({ paragraph })),
      { link: `${sender.publicUrl}${paths.students}`, label: 'See my group' },
    ],
  });
}
