import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Endpoint, EndpointReply } from '#contract/endpoint.ts';
import type { EmailKindOf } from '#contract/features.ts';
import type { EmailSample, EmailSamples } from '#server/mail/email-sample.ts';
import type { BackgroundJob } from './background-jobs.ts';
import type { DeskPart } from './desk.ts';
import type { HistoryPart } from './history.ts';
import { type EndpointCall, serve } from './serve.ts';

type NamedEndpoint = { name: string; endpoint: Endpoint };

/** Requires a sample of every kind of email that the feature declares in `contract/kinds`. */
type WithEmailSamples<Name extends string> = [EmailKindOf<Name>] extends [never]
  ? { emailSamples?: never }
  : { emailSamples: EmailSamples<EmailKindOf<Name>> };

type Declaration<Name, Contract> = {
  name: Name;
  /** Reason for the feature if `docs/specification.md` does not list its pages and endpoints. */
  reason?: string;
  contract: Contract;
  desk?: readonly DeskPart[];
  history?: readonly HistoryPart[];
  jobs?: readonly BackgroundJob[];
  handlers: Handlers<Contract>;
};

export type Feature = {
  name: string;
  reason: string | undefined;
  desk: readonly DeskPart[];
  history: readonly HistoryPart[];
  jobs: readonly BackgroundJob[];
  emailSamples: Readonly<Record<string, EmailSample>>;
  endpoints: readonly NamedEndpoint[];
  addTo: (app: FastifyInstance) => void;
};

type EndpointName<Contract> = {
  [Name in keyof Contract]: Contract[Name] extends Endpoint ? Name : never;
}[keyof Contract];

type Handlers<Contract> = {
  [Name in EndpointName<Contract>]: Contract[Name] extends Endpoint
    ? (call: EndpointCall<Contract[Name]>) => Promise<EndpointReply<Contract[Name]> | FastifyReply>
    : never;
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

/** Connects a contract's endpoints to their handlers. */
export function feature<const Name extends string, Contract extends object>({
  name,
  reason,
  contract,
  desk = [],
  history = [],
  jobs = [],
  emailSamples,
  handlers,
}: Declaration<Name, Contract> & WithEmailSamples<Name>): Feature {
  const endpoints = Object.entries(contract).flatMap(([key, value]) =>
    isEndpoint(value) ? [{ name: key, endpoint: value }] : [],
  );
  return {
    name,
    reason,
    endpoints,
    desk,
    history,
    jobs,
    emailSamples: emailSamples ?? {},
    addTo(app) {
      for (const { name: key, endpoint } of endpoints) {
        const handle = handlers[key as EndpointName<Contract>] as Parameters<typeof serve>[2];
        serve(app, endpoint, handle, key);
      }
    },
  };
}
