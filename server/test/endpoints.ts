import * as attention from '#contract/attention.ts';
import * as audit from '#contract/audit.ts';
import * as content from '#contract/content.ts';
import * as documents from '#contract/documents.ts';
import { addressOf, type Endpoint } from '#contract/endpoint.ts';
import * as groups from '#contract/groups.ts';
import * as letters from '#contract/letters.ts';
import * as marks from '#contract/marks.ts';
import * as objections from '#contract/objections.ts';
import * as proposals from '#contract/proposals.ts';
import * as session from '#contract/session.ts';
import * as users from '#contract/users.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

/** Every call of the contract by its name. */
export const endpoints: readonly { name: string; endpoint: Endpoint }[] = [
  attention,
  audit,
  content,
  documents,
  groups,
  letters,
  marks,
  objections,
  proposals,
  session,
  users,
].flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ name, endpoint: value }] : [],
  ),
);

const nobody = '00000000-0000-4000-8000-000000000000';

/** An address of the call whose parameters are well-formed and name nothing that exists. */
export const someAddressOf = (endpoint: Endpoint): string =>
  addressOf(endpoint, {
    params: {
      email: 'nobody.at.all@university.test',
      kind: 'thesis',
      groupId: nobody,
      userId: nobody,
      documentId: nobody,
      sessionId: nobody,
      letterId: nobody,
      objectionId: nobody,
    },
  });
