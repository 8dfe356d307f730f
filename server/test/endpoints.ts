import { addressOf, type Endpoint } from '#contract/endpoint.ts';

const usual: Readonly<Record<string, string>> = {
  email: 'nobody.at.all@university.test',
  kind: 'thesis',
};

/** Well-formed, naming nothing that exists. */
export const paramsOf = ({ params }: Endpoint): Record<string, string> =>
  Object.fromEntries(
    Object.keys(params?.shape ?? {}).map((key) => [
      key,
      usual[key] ?? '00000000-0000-4000-8000-000000000000',
    ]),
  );

export const buildUrl = (endpoint: Endpoint): string =>
  addressOf(endpoint, { params: paramsOf(endpoint) });
