import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { type Call, serve } from './serve.ts';

type NamedEndpoint = { name: string; endpoint: Endpoint };

export type Feature = {
  name: string;
  endpoints: readonly NamedEndpoint[];
  addTo: (app: FastifyInstance) => void;
};

type EndpointName<Contract> = {
  [Name in keyof Contract]: Contract[Name] extends Endpoint ? Name : never;
}[keyof Contract];

type Handlers<Contract> = {
  [Name in EndpointName<Contract>]: Contract[Name] extends Endpoint
    ? (call: Call<Contract[Name]>) => Promise<ReplyOf<Contract[Name]> | FastifyReply>
    : never;
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

/** Connects a contract's endpoints to their handlers. The type requires a handler for each endpoint. */
export function feature<Contract extends object>(
  name: string,
  contract: Contract,
  handlers: Handlers<Contract>,
): Feature {
  const endpoints = Object.entries(contract).flatMap(([key, value]) =>
    isEndpoint(value) ? [{ name: key, endpoint: value }] : [],
  );
  return {
    name,
    endpoints,
    addTo(app) {
      for (const { name: key, endpoint } of endpoints) {
        const handle = handlers[key as EndpointName<Contract>] as Parameters<typeof serve>[2];
        serve(app, endpoint, handle, key);
      }
    },
  };
}
