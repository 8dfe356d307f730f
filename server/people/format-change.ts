import { formatDate } from '#contract/values/time.ts';
import type { ChangeFacts } from './change-facts.ts';
import type { ChangePlan } from './plan-change.ts';

/** Returns "Ali Khan", "Ali Khan and Sara Malik" or "Ali Khan, Sara Malik and Omar Aziz". */
export const joinNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);

/** Returns the change in one sentence. `format` prepares names that users have entered, such as for an email. */
export function formatChange(
  { change, on, source, target }: ChangeFacts,
  plan: ChangePlan,
  format: (name: string) => string = (name) => name,
): string {
  const names = joinNames(plan.members.map(({ name }) => format(name)));
  const [group, other] = [source.group.name, target?.group.name ?? ''];
  const date = formatDate(on);
  switch (change.kind) {
    case 'leave':
      return `${names} left ${group} on ${date}.`;
    case 'return':
      return `${names} is a member of ${group} again since ${date}.`;
    case 'join':
      return `${format(change.member.name)} joined ${group} on ${date}.`;
    case 'move':
      return `${names} moved from ${group} to ${other} on ${date}.`;
    case 'merge':
      return `${group} was merged into ${other} on ${date}.`;
    case 'dissolve':
      return `${group} was dissolved on ${date}.`;
    default:
      return `${format(change.supervisor)} supervises ${group} since ${date}, instead of ${format(source.group.supervisor)}.`;
  }
}
