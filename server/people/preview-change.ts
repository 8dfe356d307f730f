import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { previewAs } from '#server/session/write-as.ts';
import type { ChangeFacts } from './change-facts.ts';
import { applyPeopleChange, type ChangeRequest, listGroups } from './change-people.ts';
import { describeConsequences } from './describe-consequences.ts';

/** Returns what the change would cause, without storing anything. Throws the same errors as `changePeople`. */
export const previewPeopleChange = (
  services: Services,
  caller: Caller,
  groupId: string,
  request: ChangeRequest,
) =>
  previewAs(services, caller, async (context) => {
    const { trx } = context;
    const { facts, plan, summary, emailIds } = await applyPeopleChange(context, groupId, request);
    const emails = await trx
      .selectFrom('emails')
      .select('recipient')
      .where(isIdInJsonArray(trx, 'id', JSON.stringify(emailIds)))
      .execute();
    return {
      summary,
      consequences: await describeConsequences(context, facts, plan),
      recipients: [
        ...new Set([...emails.map(({ recipient }) => recipient), ...listNamed(facts)]),
      ].toSorted(),
      versions: Object.fromEntries(listGroups(facts).map(({ id, version }) => [id, version])),
    };
  });

/** Returns the address of a person who joins: the email that names them is not among those of the change. */
const listNamed = ({ change }: ChangeFacts): string[] =>
  change.kind === 'join' ? [change.member.email] : [];
