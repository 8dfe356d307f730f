import { buildEndpointUrl, type Endpoint } from '#contract/endpoint.ts';

const defaults: Readonly<Record<string, string>> = {
  email: 'nobody.at.all@university.test',
  kind: 'thesis',
};

export const buildUnknownIdParams = ({ params }: Endpoint): Record<string, string> =>
  Object.fromEntries(
    Object.keys(params?.shape ?? {}).map((key) => [
      key,
      defaults[key] ?? '00000000-0000-4000-8000-000000000000',
    ]),
  );

export const buildUnknownIdUrl = (endpoint: Endpoint): string =>
  buildEndpointUrl(endpoint, { params: buildUnknownIdParams(endpoint) });

/** Well-formed filter values that match no row. All other filters are enumerations, which reject unknown values. */
export const unknownFilterValues: Readonly<Record<string, string>> = {
  program: 'BSXX',
  category: 'Juggling',
  supervisor: '00000000-0000-4000-8000-000000000001',
  deadline: 'removed-deadline',
  milestone: 'removedMilestone',
  outcome: 'PLO99',
  cohort: '1999',
  group: '00000000-0000-4000-8000-000000000001',
  from: '2999-01-01',
  to: '1999-01-01',
  q: 'a text that no row has',
};
