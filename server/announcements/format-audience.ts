import type { AudienceRole } from '#contract/messages/announcements.ts';

const nouns: Record<AudienceRole, string> = {
  student: 'students',
  supervisor: 'supervisors',
  examiner: 'external examiners',
};

type Parts = {
  roles: readonly AudienceRole[];
  programs: readonly string[] | null;
  /** Number of chosen groups, or null for all groups. */
  groups: number | null;
};

/** Returns a phrase such as "Students and supervisors of BSCS, BSSE" or "Students of 3 groups". */
export function formatAudience({ roles, programs, groups }: Parts): string {
  const who = new Intl.ListFormat('en-GB').format(roles.map((role) => nouns[role]));
  const of =
    programs?.join(', ') ??
    (groups === null ? 'all groups' : groups === 1 ? '1 group' : `${groups} groups`);
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} of ${of}`;
}
